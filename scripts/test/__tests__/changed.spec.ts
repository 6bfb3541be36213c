import { stagesOf } from "../changed"

it.each<[string, string[]]>([
  ["src/domain/money.ts", ["check", "unit", "contract", "module", "http", "corners"]],
  ["src/domain/__tests__/money.spec.ts", ["check", "unit", "contract", "module"]],
  ["src/admin/payment/view.tsx", ["check", "unit", "contract", "module", "smoke"]],
  ["integration-tests/http/orders.spec.ts", ["check", "unit", "contract", "module", "http", "corners"]],
  ["chaos/plan/fate.ts", ["check", "unit", "contract", "module", "chaos"]],
  ["package.json", ["check", "unit", "contract", "module", "package"]],
  ["docs/options.md", ["check", "unit", "contract", "module"]],
])("a change of %s can fail %j", (file, stages) => expect(stagesOf([file])).toEqual(stages))

it("without a change nothing can fail", () => expect(stagesOf([])).toEqual([]))
