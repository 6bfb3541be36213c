import type { Withdrawal } from "../../../gateway/contract"
import { reasonAgainstBeing, type LostWithdrawal } from "../withdrawal-search"

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

test.each<[Partial<Withdrawal>, string]>([
  [{ clientReference: "ocwd_2" }, "it names another reference"],
  [{ invoiceId: "inv_1" }, "it is the payout of an invoice"],
  [{ amount: "999" }, "it has another amount"],
  [{ createdAt: "2025-12-26T10:00:00.000Z" }, "it was made before this one was sent"],
  [
    { amount: undefined },
    "the provider reports neither its reference nor both its amount and its destination",
  ],
  [
    { destinationAddress: undefined },
    "the provider reports neither its reference nor both its amount and its destination",
  ],
])("one with %j cannot", (change, words) => {
  expect(against(change)).toBe(words)
})

test("a failed one is it only when it says so itself", () => {
  expect(against({}, "failed")).toBe("it has failed, and names no reference that would make it this one")
  expect(against({ clientReference: "ocwd_1" }, "failed")).toBeNull()
})
