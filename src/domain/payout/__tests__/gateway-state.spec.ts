import { WITHDRAWAL_STATES, gatewayStateOf, stateOfPhase } from "../withdrawal-lifecycle"
import { type Difference, differenceFrom, differenceFromQuote } from "../payout-evidence"

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const EVM = {
  ...{ chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null, amount: "10.5" },
  ...{ destination_address: ADDRESS, destination_memo: "" },
}
const STELLAR = {
  ...{ ...EVM, chain: "stellar", network_id: "stellar-mainnet", canonical_asset_id: "stellar:USDC:GA" },
  ...{ destination_address: "GABC", destination_memo: "42" },
}

test.each<[typeof EVM | typeof STELLAR, Parameters<typeof differenceFrom>[1], Difference]>([
  [EVM, {}, []],
  [EVM, { chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "10.50" }, []],
  [EVM, { destinationAddress: ADDRESS.toLowerCase() }, []],
  [EVM, { amount: "10.51" }, ["amount"]],
  [EVM, { token: "USDT" }, ["asset"]],
  [EVM, { networkId: "eth-mainnet" }, ["asset"]],
  [EVM, { destinationAddress: "0x0000000000000000000000000000000000000001" }, ["destination"]],
  [EVM, { memo: "7" }, ["memo"]],
  [EVM, { amount: "1", destinationAddress: "0x1" }, ["amount", "destination"]],
  [STELLAR, { destinationAddress: "gabc" }, ["destination"]],
  [STELLAR, { canonicalAssetId: "stellar:USDC:GB" }, ["asset"]],
  [STELLAR, { memo: "43" }, ["memo"]],
  [STELLAR, { memo: "42", canonicalAssetId: "stellar:USDC:GA" }, []],
])("what the service repeats of a payout of %j, %j, differs in %j", (asked, told, difference) => {
  expect(differenceFrom(asked, told)).toEqual(difference)
})

describe("what the service's withdrawal makes of a payout", () => {
  const PHASES = ["pending", "unknown", "done", "failed"] as const
  const truth = (state: (typeof WITHDRAWAL_STATES)[number], phase: (typeof PHASES)[number]) =>
    gatewayStateOf({ state, phase, status: phase, difference: [] })
  const plain = (to: string) => ({ to, mismatches: [] })

  test.each(WITHDRAWAL_STATES.filter((state) => state !== "completed"))("a %s one goes with it", (state) => {
    expect(truth(state, "done").to).toBe("completed")
    expect(truth(state, "failed").to).toBe("failed")
  })

  test.each(["pending", "failed"] as const)("nothing leaves completed: %s is only reported", (phase) => {
    const mismatches = [{ code: "after_completion", status: phase }]
    expect(truth("completed", phase)).toEqual({ ...plain("completed"), mismatches })
  })

  test.each([
    ["completed", "unknown", "completed"],
    ["completed", "done", "completed"],
    ["failed", "failed", "failed"],
    ...(["sending", "unknown", "sent"] as const).flatMap((state) =>
      PHASES.map((phase) => [state, phase, stateOfPhase(phase)] as const)
    ),
  ] as const)("one that is %s, and there %s, is %s without a note", (state, phase, to) => {
    expect(truth(state, phase)).toEqual(plain(to))
  })

  test.each(["refused", "cancelled"] as const)("one that was %s and failed there was no payment", (state) => {
    expect(truth(state, "failed")).toMatchObject({ to: "failed", mismatches: [] })
  })

  test.each(["failed", "refused", "cancelled"] as const)(
    "one that was %s is reopened, with a note for the operator",
    (state) => {
      const mismatches = [{ code: "after_end", state, status: "done" }]
      expect(truth(state, "done")).toEqual({ to: "completed", mismatches })
      expect(truth(state, "unknown").to).toBe("sent")
    }
  )

  test.each(["requested", "quoted", "awaiting_approval"] as const)(
    "one that is %s was never sent here",
    (state) => {
      const mismatches = [{ code: "unsent", status: "pending" }]
      expect(truth(state, "pending")).toMatchObject({ to: "sent", mismatches })
    }
  )

  test("a difference is reported in every state", () => {
    const difference: Difference = ["amount"]
    const { mismatches } = gatewayStateOf({ state: "sent", phase: "pending", status: "queued", difference })
    expect(mismatches).toEqual([{ code: "differs", difference }])
  })
})

const deal = { id: "ocwd_1", amount: "25", quote_id: "quote_1", quote_fee: "0.05" }
const unquoted = { ...deal, quote_fee: null }
const same = { clientReference: "ocwd_1", quoteId: "quote_1", fee: "0.050", netAmount: "24.950" }
type Terms = Parameters<typeof differenceFromQuote>

test.each<[string, Terms[0], Terms[1], Terms[2], Difference]>([
  ["nothing reported", deal, {}, "pending", []],
  ["all as confirmed, in other figures", deal, same, "pending", []],
  ["the reference of another", deal, { clientReference: "ocwd_2" }, "pending", ["reference"]],
  ["a quote, where ours has none", { ...deal, quote_id: null }, { quoteId: "quote_2" }, "pending", []],
  ["another quote", deal, { quoteId: "quote_2" }, "pending", ["quote"]],
  ["a larger fee", deal, { fee: "20", netAmount: "5" }, "pending", ["fee", "net_amount"]],
  ["a smaller fee", deal, { fee: "0" }, "pending", ["fee"]],
  ["failed, and its fee does not matter", deal, { fee: "0", netAmount: "0" }, "failed", []],
  ["a fee that the quote did not report", unquoted, { fee: "20" }, "done", []],
])("beside its terms, the service's withdrawal has %s", (_, terms, told, phase, difference) => {
  expect(differenceFromQuote(terms, told, phase)).toEqual(difference)
})
