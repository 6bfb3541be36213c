import type { Withdrawal } from "../../../gateway/contract"
import { reasonAgainstBeing, type LostWithdrawal, type ReasonAgainstBeing } from "../withdrawal-search"

const SENT_AT = "2026-01-02T10:00:00.000Z"
const ours: LostWithdrawal = {
  id: "ocwd_1",
  chain: "evm",
  network_id: "base-mainnet",
  token: "USDC",
  canonical_asset_id: null,
  amount: "1000",
  destination_address: "0x52908400098527886E0F7030069857D2E4169EE7",
  destination_memo: "",
  first_sent_at: new Date(SENT_AT),
}
const fitting: Withdrawal = {
  id: "wd_1",
  status: "processing",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  amount: "1000",
  destinationAddress: ours.destination_address,
  createdAt: SENT_AT,
}
const against = (change: Partial<Withdrawal>, phase: "pending" | "failed" = "pending") =>
  reasonAgainstBeing(ours, { ...fitting, ...change }, phase)

test.each<[string, Partial<Withdrawal>]>([
  ["amount, destination and time", {}],
  ["a time within what clocks differ", { createdAt: "2026-01-02T09:01:00.000Z" }],
  ["no time", { createdAt: undefined }],
  [
    "our reference and nothing else",
    { clientReference: "ocwd_1", amount: undefined, destinationAddress: undefined },
  ],
])("one that reports %s can be it", (_, change) => {
  expect(against(change)).toBeNull()
})

test.each<[Partial<Withdrawal>, ReasonAgainstBeing]>([
  [{ clientReference: "ocwd_2" }, { code: "other_reference" }],
  [{ invoiceId: "inv_1" }, { code: "of_an_invoice" }],
  [{ amount: "999" }, { code: "differs", difference: ["amount"] }],
  [{ createdAt: "2025-12-26T10:00:00.000Z" }, { code: "made_before" }],
  [{ amount: undefined }, { code: "incomparable" }],
  [{ destinationAddress: undefined }, { code: "incomparable" }],
])("one with %j cannot", (change, reason) => {
  expect(against(change)).toEqual(reason)
})

test("a failed one is it only when it says so itself", () => {
  expect(against({}, "failed")).toEqual({ code: "failed" })
  expect(against({ clientReference: "ocwd_1" }, "failed")).toBeNull()
})
