import { WITHDRAWAL_STATES } from "../withdrawal-lifecycle"
import {
  type Difference,
  differenceFrom,
  differenceFromQuote,
  gatewayStateOf,
  stateOfPhase,
} from "../withdrawal-gateway-state"

const ASKED = {
  chain: "evm",
  network_id: "base-mainnet",
  token: "USDC",
  canonical_asset_id: null,
  amount: "10.5",
  destination_address: "0x52908400098527886E0F7030069857D2E4169EE7",
  destination_memo: "",
}
const STELLAR = {
  ...ASKED,
  chain: "stellar",
  network_id: "stellar-mainnet",
  canonical_asset_id: "stellar:USDC:GA",
  destination_address: "GABC",
  destination_memo: "42",
}

describe("what the service repeats of a payout", () => {
  test.each([
    ["nothing", {}],
    ["the same", { chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "10.50" }],
    ["the address in other letters", { destinationAddress: ASKED.destination_address.toLowerCase() }],
  ])("is no difference: %s", (_, told) => {
    expect(differenceFrom(ASKED, told)).toEqual([])
  })

  test.each([
    [["amount"], { amount: "10.51" }],
    [["asset"], { token: "USDT" }],
    [["asset"], { networkId: "eth-mainnet" }],
    [["destination"], { destinationAddress: "0x0000000000000000000000000000000000000001" }],
    [["memo"], { memo: "7" }],
    [["amount", "destination"], { amount: "1", destinationAddress: "0x1" }],
  ])("is a difference: %j", (parts, told) => {
    expect(differenceFrom(ASKED, told)).toEqual(parts)
  })

  test("letters matter on chains where they do, and so do canonical ids and memos", () => {
    expect(differenceFrom(STELLAR, { destinationAddress: "gabc" })).toEqual(["destination"])
    expect(differenceFrom(STELLAR, { canonicalAssetId: "stellar:USDC:GB" })).toEqual(["asset"])
    expect(differenceFrom(STELLAR, { memo: "43" })).toEqual(["memo"])
    expect(differenceFrom(STELLAR, { memo: "42", canonicalAssetId: "stellar:USDC:GA" })).toEqual([])
  })
})

describe("what the service's withdrawal makes of a payout", () => {
  const truth = (
    state: (typeof WITHDRAWAL_STATES)[number],
    phase: "pending" | "unknown" | "done" | "failed"
  ) => gatewayStateOf({ state, phase, status: phase, difference: [] })

  test.each(WITHDRAWAL_STATES.filter((state) => state !== "completed"))("a %s one goes with it", (state) => {
    expect(truth(state, "done").to).toBe("completed")
    expect(truth(state, "failed").to).toBe("failed")
  })

  test.each(["pending", "failed"] as const)("nothing leaves completed: %s is only reported", (phase) => {
    expect(truth("completed", phase)).toEqual({
      to: "completed",
      mismatches: [{ code: "after_completion", status: phase }],
      isRevived: false,
    })
  })

  test("a word after the end that is not known here says nothing against it", () => {
    expect(truth("completed", "unknown")).toEqual({ to: "completed", mismatches: [], isRevived: false })
  })

  test.each(["refused", "cancelled"] as const)("one that was %s and failed there was no payment", (state) => {
    expect(truth(state, "failed")).toMatchObject({ to: "failed", mismatches: [] })
  })

  test.each(["failed", "refused", "cancelled"] as const)(
    "one that was %s is reopened, with a note for the operator",
    (state) => {
      expect(truth(state, "done")).toEqual({
        to: "completed",
        mismatches: [{ code: "after_end", state, status: "done" }],
        isRevived: true,
      })
      expect(truth(state, "unknown").to).toBe("sent")
    }
  )

  test.each(["sending", "unknown", "sent"] as const)("one that is %s continues without a note", (state) => {
    for (const phase of ["pending", "unknown", "done", "failed"] as const)
      expect(truth(state, phase)).toEqual({ to: stateOfPhase(phase), mismatches: [], isRevived: false })
  })

  test.each(["requested", "quoted", "awaiting_approval"] as const)(
    "one that is %s was never sent here",
    (state) => {
      expect(truth(state, "pending")).toMatchObject({
        to: "sent",
        mismatches: [{ code: "unsent", status: "pending" }],
      })
    }
  )

  test("a failed one that failed, and a completed one that is done, are as they were", () => {
    expect(truth("failed", "failed")).toEqual({ to: "failed", mismatches: [], isRevived: false })
    expect(truth("completed", "done")).toEqual({ to: "completed", mismatches: [], isRevived: false })
  })

  test("a difference is reported in every state", () => {
    const differing = gatewayStateOf({
      state: "sent",
      phase: "pending",
      status: "queued",
      difference: ["amount"],
    })
    expect(differing.mismatches).toEqual([{ code: "differs", difference: ["amount"] }])
  })
})

const deal = { id: "ocwd_1", quote_id: "quote_1", quote_fee: "0.05", quote_net: "24.95" }

test.each<[string, Parameters<typeof differenceFromQuote>[1], Difference]>([
  ["nothing reported", {}, []],
  [
    "all as confirmed, in other figures",
    { clientReference: "ocwd_1", quoteId: "quote_1", fee: "0.050", netAmount: "24.950" },
    [],
  ],
  ["the reference of another", { clientReference: "ocwd_2" }, ["reference"]],
  ["another quote", { quoteId: "quote_2" }, ["quote"]],
  ["a larger fee", { fee: "20", netAmount: "5" }, ["fee", "net_amount"]],
  ["a smaller fee", { fee: "0" }, ["fee"]],
])("beside its terms, the service's withdrawal has %s", (_, told, difference) => {
  expect(differenceFromQuote(deal, told, "pending")).toEqual(difference)
})

test("a failed withdrawal's fee does not matter, and neither does what the quote did not report", () => {
  expect(differenceFromQuote(deal, { fee: "0", netAmount: "0" }, "failed")).toEqual([])
  expect(differenceFromQuote({ ...deal, quote_fee: null, quote_net: null }, { fee: "20" }, "done")).toEqual(
    []
  )
})
