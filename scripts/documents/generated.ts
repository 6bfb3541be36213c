import { format } from "prettier"
import { createDocument } from "../openapi/document"
import { agentIndex, agentSkill } from "./agent-pages"
import { guaranteesPage } from "./guarantees/page"
import { optionsPage } from "./options-page"

/** As .prettierrc.json says. */
const FORMAT = { printWidth: 110, semi: false, trailingComma: "es5" } as const

/** The documents that are generated, by their path: `npm run docs` writes them, and a test compares them. */
export const GENERATED: Readonly<Record<string, () => Promise<string>>> = {
  "docs/developers/openapi.json": () =>
    format(JSON.stringify(createDocument()), { ...FORMAT, parser: "json" }),
  "docs/developers/options.md": () => format(optionsPage(), { ...FORMAT, parser: "markdown" }),
  "docs/guarantees.md": () => format(guaranteesPage(), { ...FORMAT, parser: "markdown" }),
  "llms.txt": async () => agentIndex(),
  "skills/medusa-payment-onchain/SKILL.md": async () =>
    format(agentSkill(), { ...FORMAT, parser: "markdown" }),
}
