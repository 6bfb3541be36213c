import {
  findBillingWarnings,
  findUnread,
  graceEnd,
  includedGasLeft,
  type BillingFacts,
} from "../billing-warning"

const NOW = new Date("2026-03-01T12:00:00Z")
const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

const fine: BillingFacts = {
  ...{ plan: "Startup", isPastDue: false, cycleEndsAt: at(20), quotaIncluded: 100, quotaUsed: 10 },
  ...{ gasGranted: "10", gasUsed: "0.5", gasLeft: "9.5", gasPrepaid: "0", gasBlocked: 0, absent: [] },
}
const silent = {
  ...{ plan: null, cycleEndsAt: null, quotaIncluded: null, quotaUsed: null },
  ...{ gasGranted: null, gasUsed: null, gasLeft: null, gasPrepaid: null, gasBlocked: null },
}
const LEFT = ["includedGasRemainingUsd"] as const
const used = { gasLeft: null, gasUsed: "10" }
const idsOf = (facts: Partial<BillingFacts>) =>
  findBillingWarnings({ ...fine, ...facts }, NOW).map(({ id, severity }) => `${id} ${severity}`)

test.each<[string, Partial<BillingFacts>, string[]]>([
  ["a plan in order", {}, []],
  ["a service that reports nothing", { ...silent, absent: ["plan"] }, ["unread warning"]],
  ["the end of the cycle in six days", { cycleEndsAt: at(6) }, []],
  ["the end of the cycle in five days", { cycleEndsAt: at(5) }, ["renewal_soon warning"]],
  ["the end of a cycle that is over", { cycleEndsAt: at(-1) }, ["cycle_over warning"]],
  ["a cycle that is over, on Free", { plan: "Free", cycleEndsAt: at(-1) }, []],
  ["a cycle that ends now", { cycleEndsAt: NOW }, ["renewal_soon warning"]],
  ["the end of a cycle on Free", { plan: "Free", cycleEndsAt: at(1) }, []],
  ["a renewal that is not paid", { isPastDue: true, cycleEndsAt: at(-2) }, ["past_due error"]],
  ["79 of 100 payouts", { quotaUsed: 79 }, []],
  ["80 of 100 payouts", { quotaUsed: 80 }, ["quota_low warning"]],
  ["all 100 payouts", { quotaUsed: 100 }, ["quota_used warning"]],
  ["a plan that includes no payouts", { plan: "Free", quotaIncluded: 0, quotaUsed: 3 }, []],
  ["a fifth of the gas", { gasLeft: "2" }, []],
  ["less than a fifth of the gas", { gasLeft: "1.99" }, ["gas_low warning"]],
  ["less than a fifth, and a top-up", { gasLeft: "0", gasPrepaid: "5" }, []],
  ["a dollar of a small grant", { gasGranted: "2", gasLeft: "0.99" }, ["gas_low warning"]],
  ["no gas", { gasLeft: "0" }, ["gas_gone error"]],
  ["less than a fifth of the gas by what is used", { gasLeft: null, gasUsed: "8.01" }, ["gas_low warning"]],
  ["all of the gas used, and more", { gasLeft: null, gasUsed: "10.5" }, ["gas_gone error"]],
  ["all of the gas used, and a top-up", { gasLeft: null, gasUsed: "10", gasPrepaid: "5" }, []],
  ["gas of which only the use is reported", { ...used, gasGranted: null, absent: LEFT }, ["unread warning"]],
  ["gas that has no figure", { plan: "Free", gasGranted: "fair-use", gasLeft: "fair-use" }, []],
  ["operations that wait for gas", { gasBlocked: 2, gasLeft: "0" }, ["gas_blocked error", "gas_gone error"]],
  ["a plan that is new", { plan: "Ultra" }, ["plan_unknown warning"]],
  ["a plan in other letters", { plan: "STARTUP" }, []],
  ["the end of a cycle on free", { plan: "free", cycleEndsAt: at(1) }, []],
  ["a quota that cannot be read", { quotaUsed: null, absent: ["payoutQuotaUsed"] }, ["unread warning"]],
])("%s: %j is reported as %j", (_, facts, expected) => {
  expect(idsOf(facts)).toEqual(expected)
})

test.each<[string, Partial<BillingFacts>, string[]]>([
  ["nothing", {}, []],
  ["the plan", { ...silent, absent: ["plan", ...LEFT] }, ["plan", ...LEFT]],
  ["what is left, where grant and use are there", { gasLeft: null, absent: LEFT }, []],
  ["figures of a grant without any", { gasGranted: "fair-use", absent: ["includedGasUsedUsd", ...LEFT] }, []],
  ["a cycle on Free", { plan: "Free", absent: ["state", "cycleEndsAt"] }, []],
  ["a cycle on another plan", { absent: ["state", "cycleEndsAt"] }, ["state", "cycleEndsAt"]],
])("%s: %j lacks %j", (_, facts, expected) => {
  expect(findUnread({ ...fine, ...facts })).toEqual(expected)
})

test("the grace ends 14 days after the cycle", () => {
  expect(graceEnd(new Date("2026-03-01T00:00:00Z")).toISOString()).toBe("2026-03-15T00:00:00.000Z")
})

test.each([
  [{ gasGranted: "10", gasUsed: "8.5", gasLeft: null }, "1.5"],
  [{ gasGranted: "10", gasUsed: "11", gasLeft: null }, "0"],
  [{ gasGranted: "10", gasUsed: "8.5", gasLeft: "2" }, "2"],
  [{ gasGranted: "fair-use", gasUsed: "8.5", gasLeft: null }, null],
  [{ gasGranted: "10", gasUsed: null, gasLeft: null }, null],
])("of %j what is left is %s", (facts, left) => {
  expect(includedGasLeft(facts)).toBe(left)
})
