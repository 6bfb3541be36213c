import { readFileSync } from "node:fs"
import { join } from "node:path"
import { MONEY_RULES } from "../marks/money-rules"
import { readMarkTable } from "../marks/table"

const repository = join(__dirname, "../..")
const page = readFileSync(join(repository, "docs/guarantees.md"), "utf8")
const { marks } = readMarkTable()

test("every money rule has a mark, and every mark of a rule is a rule of the page", () => {
  const rules = [...page.matchAll(/^\| ([^|]+?) +\| `src\/[^|]+\| [^|]+\| `/gm)].map(([, rule]) => rule)
  expect(rules.length).toBeGreaterThan(40)
  expect(Object.keys(MONEY_RULES).sort()).toEqual(rules.sort())
})

test("marks have names of their own", () => {
  const ids = marks.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test("a decision's codes are marks where a function returns them, not where it compares or lists them", () => {
  const settlement = marks
    .filter(({ file }) => file === "src/domain/payment/settlement.ts")
    .map(({ id }) => id)
  expect(settlement).toContain("domain/payment/settlement decideSettlement: already_paid (2)")
  expect(settlement).not.toContain("domain/payment/settlement decideSettlement: other_currency")
})

test("a workflow's refusals are marks by their sentences", () => {
  expect(marks.map(({ id }) => id)).toContain(
    "workflows/customer/link-customer linkCustomer: customer.unproven"
  )
})
