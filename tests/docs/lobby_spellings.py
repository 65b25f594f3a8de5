"""Valid and invalid spellings of the record lines before `begin`. Each line is a case; `|` stands for a line break.

`OWN` stands for the ID of the match.
"""

from typing import Final


def _fill_in_keys(cases: str) -> list[str]:
    """Split the text into cases, and replace names such as `EARLIER` by hexadecimal keys."""
    for name, key in {"EARLIER": "ab" * 32, "LATER": "cd" * 32, "UPPERCASE": "AB" * 32, "SHORT": "ab" * 31}.items():
        cases = cases.replace(name, key)
    return cases.splitlines()[1:]


OPTION_SPELLINGS: Final = r"""
{"modes":14}
{"modes":14 }
{"modes": 14}
{"modes":14.0}
{"modes":1.4e1}
{"modes":"14"}
{"modes":20}
{"modes":null}
{"modes":true}
{"modes":15}
{"modes":11,"modes":14}
{"\u006dodes":14}
{"variant":"Midnight"}
{"variant":"midnight","modes":14}
{"modes":14,"variant":"midnight"}
{"Modes":14}
{"modes":14}}
{"modes":+14}
{"modes":014}
[]
{}{}
null
{"__proto__":{}}
{"memory_help":"own","memory_help":"own"}
{'modes':14}
""".splitlines()[1:]
_PLAYER_SEED: Final = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
_LOBBIES_WITH_HOUSE: Final = (
    "sit 1 1001 0|sit 2 1002 1",
    "sit 1 1001 2|sit 2 1002 0",
    *(f"sit 1 {nonce}|shook 1 {_PLAYER_SEED}|options {{}}|sit 2 {nonce + 1}" for nonce in (1001, 1003, 1005)),
)
LOBBY_SPELLINGS: Final = _fill_in_keys("""
sit 1 1001|sit 2 1002
sit 1 0|sit 2 0
sit 1 99999999999999999999|sit 2 1002
sit 1 999999999999999999999|sit 2 1002
sit 2 1002
sit 1 1001|sit 1 1002
sit 1 1001|sit 2 1002|sit 3 1003
sit 1 1001|sit 2 1002|rise 1|sit 3 1003
sit 1 1001|sit 2 1002|rise 3
sit 1 1001 0|sit 2 1002 1
sit 1 1001 0|sit 2 1002
sit 1 1001|sit 2 1002 1
sit 1 1001 0|sit 2 1002 0
sit 1 1001 0|sit 2 1002 2
sit 1 1001 00|sit 2 1002 1
sit 1 1001 0|sit 2 1002 1 0
sit 1 1001 0|rise 1|sit 2 1001
sit 1 1001 0|rise 1|sit 2 1001 1|sit 3 1002 0
sit 1 x|sit 2 1002
sit 1
sit 1 1001|sit 2 1002|options {}|sit 3 1002
sit 1 1001|sit 2 1002|options {}|sit 2 1002
options {}|sit 1 1001|sit 2 1002
seats 2|sit 1 1001
sit 1 1001|sit 2 1002|options {}|shook 2 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU
sit 1 1001|sit 2 1002|shook 2 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU
sit 1 1001|shook 2 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU
sit 1 1001|sit 2 1002|shook 2 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFV
sit 1 1001|sit 2 1002|shook 2 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuF
sit 1 1001|sit 2 1002|seats 2
sit 1 1001|sit 2 1002|seats 1
sit 1 1001|sit 2 1002|seats 9
sit 1 1001|sit 2 1001
sit 1 1001|rise 1|sit 2 1001
sit 1 0|sit 2 1002
sit 1 1001|sit 2 1002|seats 3|house 2
sit 1 1001|sit 2 1002|house
rise 1
sit 1 1001|sit 2 1002|seats 3|house 1
sit 1 1001|house 0
sit 1 1001|house 1
sit 1 1001|house 1|rise 1
sit 1 1001|sit 2 1002|seats 4|house 0 1
sit 1 1001|sit 2 1002|seats 4|house 1 0
since 3 EARLIER|sit 1 1001|sit 2 1002
since 3 EARLIER|sit 1 1001|shook 1 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU
since 3 EARLIER|sit 1 1001|rise 1
since 3 EARLIER|sit 1 1001|options {}
since 20000 EARLIER|sit 1 1001
since 20001 EARLIER|sit 1 1001
since 99999999999999999999 EARLIER|sit 1 1001
since 3 EARLIER|since 9 LATER|sit 1 1001|sit 2 1002
since 3 EARLIER|since 3 LATER|sit 1 1001|sit 2 1002
since 9 EARLIER|since 3 LATER|sit 1 1001|sit 2 1002
since 0 EARLIER|sit 1 1001|sit 2 1002
since 03 EARLIER|sit 1 1001|sit 2 1002
since 3 UPPERCASE|sit 1 1001|sit 2 1002
since 3 SHORT|sit 1 1001|sit 2 1002
since 3|sit 1 1001|sit 2 1002
since 3 EARLIER LATER|sit 1 1001|sit 2 1002
sit 1 1001|since 3 EARLIER|sit 2 1002
deal 12 EARLIER|sit 1 1001 0|sit 2 1002 1
deal 12 EARLIER|sit 1 1001 0|sit 2 1002 1|shook 1 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU
deal 12 EARLIER|sit 1 1001 0|rise 1|sit 2 1002 1|sit 3 1003 0
deal 12 EARLIER|sit 1 1001|sit 2 1002
deal 12 EARLIER|sit 1 1001 0|sit 2 1002
deal 12 EARLIER|sit 1 1001 0
deal 12 EARLIER|sit 1 1001 0|house 1
deal 12 EARLIER|sit 1 1001 0|options {}|sit 2 1002 1
deal 12 EARLIER|sit 1 1001 0|sit 2 1002 1|seats 2
deal 12 EARLIER|seats 2|sit 1 1001 0|sit 2 1002 1
deal 12 EARLIER|options {}|sit 1 1001 0|sit 2 1002 1
deal 12 EARLIER|deal 12 EARLIER|sit 1 1001 0|sit 2 1002 1
deal 12 EARLIER|deal 13 LATER|sit 1 1001 0|sit 2 1002 1
deal 12 EARLIER|since 3 LATER|sit 1 1001 0
since 3 EARLIER|deal 12 LATER|sit 1 1001 0
sit 1 1001 0|deal 12 EARLIER|sit 2 1002 1
sit 1 1001 0|sit 2 1002 1|deal 12 EARLIER
deal OWN EARLIER|sit 1 1001 0|sit 2 1002 1
deal 99999999999999999999 EARLIER|sit 1 1001 0|sit 2 1002 1
deal 999999999999999999999 EARLIER|sit 1 1001 0|sit 2 1002 1
deal 0 EARLIER|sit 1 1001 0|sit 2 1002 1
deal 012 EARLIER|sit 1 1001 0|sit 2 1002 1
deal -12 EARLIER|sit 1 1001 0|sit 2 1002 1
deal x EARLIER|sit 1 1001 0|sit 2 1002 1
deal EARLIER|sit 1 1001 0|sit 2 1002 1
deal 12|sit 1 1001 0|sit 2 1002 1
deal|sit 1 1001 0|sit 2 1002 1
deal 12 UPPERCASE|sit 1 1001 0|sit 2 1002 1
deal 12 SHORT|sit 1 1001 0|sit 2 1002 1
deal 12 EARLIER LATER|sit 1 1001 0|sit 2 1002 1
deal 12 EARLIER|sit 1 1001 0|sit 2 1002 1|seats 3
sit 1 1001|sit 2 1002|begin
sit 1 1001|sit 2 1002|wait
sit 1 1001|sit 2 1002|- !time
sit 1 1001|sit 2 1002|0 !resign

sit 1 1001|sit 2 1002|house 2
""") + [f"{lobby}|seats 3|house {seat}" for lobby in _LOBBIES_WITH_HOUSE for seat in range(3)]
