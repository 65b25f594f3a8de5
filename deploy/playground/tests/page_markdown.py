"""Examples of Markdown and the HTML that the page must render. The HTML has only the attributes that the test compares.

In mentions, ID 1 is the user Otter, 2 the user Heron, 3 the role Elders and 4 the channel brook.
"""

from __future__ import annotations

HTML_BY_MARKDOWN = {
    # emphasis
    "plain words": "plain words",
    "**strong**": "<strong>strong</strong>",
    "*em* and _em_": "<em>em</em> and <em>em</em>",
    "***both***": "<strong><em>both</em></strong>",
    "**a *b* c**": "<strong>a <em>b</em> c</strong>",
    "__under__ ~~gone~~": "<u>under</u> <s>gone</s>",
    "__***all***__": "<u><strong><em>all</em></strong></u>",
    "snake_case_name": "snake_case_name",
    "2 * 3 * 4": "2 * 3 * 4",
    "**open": "**open",
    "~~open": "~~open",
    "||open|": "||open|",
    r"\*bare\* \_too\_": "*bare* _too_",
    "\\\\ and \\n": "\\ and \\n",
    r"¯\_(ツ)_/¯": r"¯\_(ツ)_/¯",
    "**two\nlines**": "<strong>two\nlines</strong>",
    "||hidden **deep**||": '<span class="spoiler"><span>hidden <strong>deep</strong></span></span>',
    # code
    "`**not**`": "<code>**not**</code>",
    "``a ` b``": "<code>a ` b</code>",
    "`open": "`open",
    "```py\nx = 1\n```": "<pre><code>x = 1</code></pre>",
    "```no lang```": "<pre><code>no lang</code></pre>",
    "before```\ncode\n\nmore```after": "before<pre><code>code\n\nmore</code></pre>after",
    "```ansi\n\x1b[31mred\x1b[0m\n```": "<pre><code>red</code></pre>",
    "```<@1> **x**```": "<pre><code>&lt;@1&gt; **x**</code></pre>",
    # blocks
    "# One": '<h3 class="heading-1">One</h3>',
    "## Two\n### Three\ntext": '<h4 class="heading-2">Two</h4><h5 class="heading-3">Three</h5>text',
    "#### four": "#### four",
    "#none": "#none",
    "in # the middle": "in # the middle",
    "# **Strong** head": '<h3 class="heading-1"><strong>Strong</strong> head</h3>',
    "-# small": "<small>small</small>",
    "> quoted": "<blockquote><div>quoted</div></blockquote>",
    "> two\n> lines\nafter": "<blockquote><div>two\nlines</div></blockquote>after",
    ">none": "&gt;none",
    ">>> all\nof it": "<blockquote><div>all\nof it</div></blockquote>",
    "> - in a\n> - quote": "<blockquote><div><ul><li>in a</li><li>quote</li></ul></div></blockquote>",
    "- one\n- two": "<ul><li>one</li><li>two</li></ul>",
    "* one\n  * deep\n    - deeper\n* two": (
        "<ul><li>one<ul><li>deep<ul><li>deeper</li></ul></li></ul></li><li>two</li></ul>"
    ),
    "3. three\n4. four": '<ol start="3"><li>three</li><li>four</li></ol>',
    "- bullet\n1. number": '<ul><li>bullet</li></ul><ol start="1"><li>number</li></ol>',
    "- one\n  goes on\nend": "<ul><li>one\ngoes on</li></ul>end",
    "-none": "-none",
    # links
    "https://oak.example/a_(b)": '<a href="https://oak.example/a_(b)">https://oak.example/a_(b)</a>',
    "(https://oak.example).": '(<a href="https://oak.example/">https://oak.example</a>).',
    "<https://oak.example>": '<a href="https://oak.example/">https://oak.example</a>',
    "[a **b**](https://oak.example)": '<a href="https://oak.example/">a <strong>b</strong></a>',
    "[a](<https://oak.example/ x>)": '[a](&lt;<a href="https://oak.example/">https://oak.example/</a> x&gt;)',
    '[a](https://oak.example "title")': '<a href="https://oak.example/">a</a>',
    "[a](javascript:alert(1))": "[a](javascript:alert(1))",
    "[a](data:text/html,x)": "[a](data:text/html,x)",
    "[a] (https://oak.example)": '[a] (<a href="https://oak.example/">https://oak.example</a>)',
    "xhttps://": "xhttps://",
    # mentions and emoji
    "<@1> <@!2>": '<button class="mention">@Otter</button> <button class="mention">@Heron</button>',
    "<@99>": '<span class="mention">@unknown-user</span>',
    "<@&3> <@&99>": '<span class="mention">@Elders</span> <span class="mention">@unknown-role</span>',
    "<#4> <#99>": '<button class="mention">#brook</button> <span class="mention">#unknown</span>',
    "</duel open:5>": '<button class="mention">/duel open</button>',
    "@everyone, @here": '<span class="mention">@everyone</span>, <span class="mention">@here</span>',
    "@everyoneelse": "@everyoneelse",
    "<:wolf:6> <a:bison:7>": '<img class="emoji" alt=":wolf:"></img> <img class="emoji" alt=":bison:"></img>',
    r"\<@1>": "&lt;@1&gt;",
    "<id:customize>": '<span class="mention">Channels &amp; Roles</span>',
    # HTML is escaped
    "<b>bold</b> <img src=x onerror=alert(1)>": "&lt;b&gt;bold&lt;/b&gt; &lt;img src=x onerror=alert(1)&gt;",
    "**<script>**": "<strong>&lt;script&gt;</strong>",
    "[<i>](https://oak.example/?<i>)": '[&lt;i&gt;](<a href="https://oak.example/?">https://oak.example/?</a>&lt;i&gt;)',
}

EXAMPLE_TIMESTAMP_S = 1_700_000_000  # 2023-11-14 22:13:20 UTC

TEXT_BY_STYLE_AND_LOCALE = {
    ("t", "en-US"): "10:13 PM",
    ("T", "en-US"): "10:13:20 PM",
    ("d", "en-US"): "11/14/23",
    ("D", "en-US"): "November 14, 2023",
    ("f", "en-US"): "November 14, 2023 at 10:13 PM",
    ("F", "en-US"): "Tuesday, November 14, 2023 at 10:13 PM",
    ("s", "en-US"): "11/14/23, 10:13 PM",
    ("S", "en-US"): "11/14/23, 10:13:20 PM",
    ("f", "de"): "14. November 2023 um 22:13",
    ("F", "fr"): "mardi 14 novembre 2023 à 22:13",
}

# The relative time that the page shows, by the number of seconds from now.
TEXT_BY_SECONDS_FROM_NOW = {
    0: "now",
    1: "in 1 second",
    -59: "59 seconds ago",
    59.7: "in 1 minute",
    90: "in 2 minutes",
    -3_599: "1 hour ago",
    86_399: "in 1 day",
    -86_400 * 3: "3 days ago",
    86_400 * 29.8: "in 1 month",
    86_400 * 400: "in 1 year",
}
