import type { Billing } from "../../../gateway/contract"
import { findBillingWarnings, findUnread, graceEnd, includedGasLeft, renewalIssued } from "../billing-warning"

const NOW = new Date("2026-03-01T12:00:00Z")
const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString()

type Facts = Billing & { absent?: (keyof Billing)[] }
const fine: Facts = {
  ...{ plan: "Startup", cycleEndsAt: at(20), payoutQuotaIncluded: 100, payoutQuotaUsed: 10 },
  ...{ includedGasGrantedUsd: "10", includedGasUsedUsd: "0.5", includedGasRemainingUsd: "9.5" },
  ...{ prepaidGasUsd: "0", gasBlockedOperations: 0 },
}
const silent = Object.fromEntries(Object.keys(fine).map((field) => [field, undefined]))
const LEFT = ["includedGasRemainingUsd"] as (keyof Billing)[]
const unknown = { includedGasRemainingUsd: undefined }
const read = (change: Facts): [Billing, (keyof Billing)[]] => {
  const { absent = [], ...billing } = { ...fine, ...change }
  return [billing, absent]
}
const idsOf = (change: Facts) =>
  findBillingWarnings(...read(change), NOW).map(({ id, severity }) => `${id} ${severity}`)

test.each<[string, Facts, string[]]>([
  ["a plan in order", {}, []],
  ["a service that reports nothing", { ...silent, absent: ["plan"] }, ["unread warning"]],
  ["the end of the cycle in six days", { cycleEndsAt: at(6) }, []],
  ["the end of the cycle in five days", { cycleEndsAt: at(5) }, ["renewal_soon warning"]],
  ["the end of a cycle that is over", { cycleEndsAt: at(-1) }, ["cycle_over warning"]],
  ["a cycle that is over, on Free", { plan: "Free", cycleEndsAt: at(-1) }, []],
  ["a cycle that ends now", { cycleEndsAt: NOW.toISOString() }, ["renewal_soon warning"]],
  ["the end of a cycle on Free", { plan: "Free", cycleEndsAt: at(1) }, []],
  ["a renewal that is not paid", { state: "past_due", cycleEndsAt: at(-2) }, ["past_due warning"]],
  ["79 of 100 payouts", { payoutQuotaUsed: 79 }, []],
  ["795 of 1000 payouts", { payoutQuotaIncluded: 1_000, payoutQuotaUsed: 795 }, []],
  ["80 of 100 payouts", { payoutQuotaUsed: 80 }, ["quota_low warning"]],
  ["all 100 payouts", { payoutQuotaUsed: 100 }, ["quota_used warning"]],
  ["a plan that includes no payouts", { plan: "Free", payoutQuotaIncluded: 0, payoutQuotaUsed: 3 }, []],
  ["a fifth of the gas", { includedGasRemainingUsd: "2" }, []],
  ["less than a fifth of the gas", { includedGasRemainingUsd: "1.99" }, ["gas_low warning"]],
  ["less than a fifth, and a top-up", { includedGasRemainingUsd: "0", prepaidGasUsd: "5" }, []],
  [
    "a dollar of a small grant",
    { includedGasGrantedUsd: "2", includedGasRemainingUsd: "0.99" },
    ["gas_low warning"],
  ],
  ["just a dollar of one", { includedGasGrantedUsd: "2", includedGasRemainingUsd: "1" }, []],
  ["no gas", { includedGasRemainingUsd: "0" }, ["gas_gone error"]],
  ["no gas of any kind", { includedGasRemainingUsd: "0", prepaidGasUsd: undefined }, ["gas_gone error"]],
  [
    "less than a fifth of the gas by what is used",
    { ...unknown, includedGasUsedUsd: "8.01" },
    ["gas_low warning"],
  ],
  ["all of the gas used, and more", { ...unknown, includedGasUsedUsd: "10.5" }, ["gas_gone error"]],
  ["all of the gas used, and a top-up", { ...unknown, includedGasUsedUsd: "10", prepaidGasUsd: "5" }, []],
  [
    "gas of which only the use is reported",
    { ...unknown, includedGasUsedUsd: "10", includedGasGrantedUsd: undefined, absent: LEFT },
    ["unread warning"],
  ],
  [
    "gas that has no figure",
    { plan: "Free", includedGasGrantedUsd: "fair-use", includedGasRemainingUsd: "fair-use" },
    [],
  ],
  [
    "operations that wait for gas",
    { gasBlockedOperations: 2, includedGasRemainingUsd: "0" },
    ["gas_blocked error", "gas_gone error"],
  ],
  ["a plan that is new", { plan: "Ultra" }, ["plan_unknown warning"]],
  ["a plan in other letters", { plan: "STARTUP" }, []],
  ["the end of a cycle on free", { plan: "free", cycleEndsAt: at(1) }, []],
  [
    "a quota that cannot be read",
    { payoutQuotaUsed: undefined, absent: ["payoutQuotaUsed"] },
    ["unread warning"],
  ],
])("%s: %j is reported as %j", (_, facts, expected) => {
  expect(idsOf(facts)).toEqual(expected)
})

test.each<[string, Facts, string[]]>([
  ["nothing", {}, []],
  ["the plan", { ...silent, absent: ["plan", ...LEFT] }, ["plan", ...LEFT]],
  ["what is left, where grant and use are there", { ...unknown, absent: LEFT }, []],
  [
    "figures of a grant without any",
    { ...unknown, includedGasGrantedUsd: "fair-use", absent: ["includedGasUsedUsd", ...LEFT] },
    [],
  ],
  ["what is used of a grant", { absent: ["includedGasUsedUsd"] }, ["includedGasUsedUsd"]],
  ["a cycle on Free", { plan: "Free", absent: ["state", "cycleEndsAt"] }, []],
  ["a cycle on another plan", { absent: ["state", "cycleEndsAt"] }, ["state", "cycleEndsAt"]],
])("%s: %j lacks %j", (_, facts, expected) => {
  expect(findUnread(...read(facts))).toEqual(expected)
})

test("the grace ends 14 days after the cycle", () => {
  expect(graceEnd("2026-03-01T00:00:00Z").toISOString()).toBe("2026-03-15T00:00:00.000Z")
})

test.each([
  [{ includedGasGrantedUsd: "10", includedGasUsedUsd: "8.5", ...unknown }, "1.5"],
  [{ includedGasGrantedUsd: "10", includedGasUsedUsd: "11", ...unknown }, "0"],
  [{ includedGasGrantedUsd: "10", includedGasUsedUsd: "9.999999999999", ...unknown }, "0.000000000001"],
  [{ includedGasGrantedUsd: "10", includedGasUsedUsd: "0.0000000000009", ...unknown }, "10"],
  [{ includedGasGrantedUsd: "10", includedGasUsedUsd: "8.5", includedGasRemainingUsd: "2" }, "2"],
  [{ includedGasGrantedUsd: "fair-use", includedGasUsedUsd: "8.5", ...unknown }, undefined],
  [{ includedGasGrantedUsd: "10", includedGasUsedUsd: undefined, ...unknown }, undefined],
])("of %j what is left is %s", (facts, left) => {
  expect(includedGasLeft(facts)).toBe(left)
})

test.each<[Billing, string | undefined]>([
  [{ plan: "Startup", state: "active", cycleEndsAt: "2026-03-15T00:00:00Z" }, "2026-03-10T00:00:00.000Z"],
  [{ plan: "Ultra", cycleEndsAt: "2026-03-15T00:00:00Z" }, "2026-03-10T00:00:00.000Z"],
  [{ plan: "Free", cycleEndsAt: "2026-03-15T00:00:00Z" }, undefined],
  [{ plan: "Startup", state: "past_due", cycleEndsAt: "2026-03-15T00:00:00Z" }, undefined],
  [{ plan: "Startup" }, undefined],
  [{ cycleEndsAt: "2026-03-15T00:00:00Z" }, undefined],
])("the renewal of %j is issued at %s, five days before the cycle ends", (billing, expected) => {
  expect(renewalIssued(billing)?.toISOString()).toBe(expected)
})
