import { stagesOf } from "../changed"

const ALWAYS = ["check", "unit", "contract", "module"]
const STORE = ["http", "corners", "seldom"]

it.each<[string, string[]]>([
  ["src/domain/money.ts", [...STORE, "paths"]],
  ["src/modules/onchain/inbox/inbox.ts", [...STORE, "plans", "paths"]],
  ["src/gateway/doctor/report.ts", [...STORE, "doctor", "paths"]],
  ["src/cli/storefront/add.ts", [...STORE, "paths"]],
  ["src/domain/__tests__/money.spec.ts", []],
  ["src/admin/payment/view.tsx", ["smoke"]],
  ["integration-tests/http/books.spec.ts", STORE],
  ["integration-tests/http/paths.spec.ts", [...STORE, "paths"]],
  ["integration-tests/module/orders-plan.spec.ts", ["plans"]],
  ["integration-tests/contract/wrong-settings/keys.spec.ts", ["doctor"]],
  ["integration-tests/contract/coverage/mutants/orders.txt", ["coverage"]],
  ["integration-tests/stores/stores.spec.ts", ["stores"]],
  ["chaos/plan/fate.ts", ["chaos", "storm", "weather"]],
  ["package.json", ["package"]],
  ["docs/options.md", []],
])("a change of %s can fail %j beside the suites of all code", (file, stages) =>
  expect(stagesOf([file])).toEqual([...ALWAYS, ...stages])
)

it("Medusa's starter is chosen where it is named", () => {
  const { STARTER_DIR } = process.env
  process.env.STARTER_DIR = "starter"
  try {
    expect(stagesOf(["src/cli/storefront/add.ts"])).toContain("starter")
  } finally {
    if (STARTER_DIR === undefined) delete process.env.STARTER_DIR
    else process.env.STARTER_DIR = STARTER_DIR
  }
})

it("without a change nothing can fail", () => expect(stagesOf([])).toEqual([]))
