import {
  countedDestinationState,
  destinationObstacle,
  type DestinationObstacle,
  type DestinationUse,
  findUseProblem,
  type UsedDestination,
  type UseProblem,
} from "../payout-gate"

const ARCHIVED = { code: "archived" } as const
const APPROVED = { code: "approved" } as const
const OFF = { code: "payouts_off" } as const
const OWN = { code: "self_approval" } as const

test.each<[object, approve: DestinationObstacle | null, archive: DestinationObstacle | null]>([
  [{}, null, null],
  [{ state: "approved" }, APPROVED, null],
  [{ state: "archived" }, ARCHIVED, ARCHIVED],
  [{ refusal: OFF }, OFF, OFF],
  [{ approvalRefusal: OWN }, OWN, null],
  [{ state: "approved", approvalRefusal: OWN }, APPROVED, null],
])("of %j the choices are %j and %j", (change, approve, archive) => {
  const { state, ...operator } = {
    state: "pending" as const,
    refusal: null,
    approvalRefusal: null,
    ...change,
  }
  expect(destinationObstacle("approve", state, operator)).toEqual(approve)
  expect(destinationObstacle("archive", state, operator)).toEqual(archive)
})

test.each([
  ["evm", "approved", false, "second_user", "pending"],
  ["evm", "approved", true, "second_user", "approved"],
  ["evm", "approved", false, "none", "approved"],
  ["evm", "archived", false, "second_user", "archived"],
  // Nothing checks its addresses.
  ["nova", "approved", false, "none", "pending"],
  ["nova", "approved", true, "none", "approved"],
] as const)(
  "on %s %s, by a second user: %s, counts under %s as %s",
  (chain, state, has_second_approval, approval, counted) => {
    expect(countedDestinationState({ state, chain, has_second_approval }, approval)).toBe(counted)
  }
)

const base = { chain: "evm", network_id: "base-mainnet", payment_id: null, single_use_refund_id: null }
const own: UsedDestination = { ...base, state: "approved", purpose: "treasury", customer_id: null }
const hers: UsedDestination = { ...base, state: "approved", purpose: "refund", customer_id: "cus_ada" }
const withdrawal: DestinationUse = { purpose: "treasury", chain: "evm", networkId: "base-mainnet" }
const party = { customerId: "cus_ada", paymentId: "ocpay_1", refundId: "ref_1" }
const refund = { ...withdrawal, ...party, purpose: "refund" } as const
const nobodys: UsedDestination = { ...hers, customer_id: null, payment_id: "ocpay_1" }

type Reason = Extract<UseProblem, { code: "destination_not_for_this" }>["reason"]
const notFor = (reason: Reason): UseProblem => ({ code: "destination_not_for_this", reason })
const OTHERS = notFor("of_another_customer")
const far = (networkId: string): UseProblem => ({
  ...{ code: "destination_wrong_network", networkId, moneyNetworkId: "base-mainnet" },
})
const guests = { ...refund, customerId: null }
const bobs = { ...hers, customer_id: "cus_bob" }

test.each<[string, UsedDestination, DestinationUse, UseProblem | null]>([
  ["a withdrawal to an account of the merchant", own, withdrawal, null],
  ["a refund to its customer", hers, refund, null],
  ["a refund to the address that was entered for its payment", nobodys, guests, null],
  ["the same once the customer is known", nobodys, refund, null],
  ["the refund whose customer proposed it", { ...hers, single_use_refund_id: "ref_1" }, refund, null],
  ["a refund to an address of another guest's payment", nobodys, { ...refund, paymentId: "ocpay_2" }, OTHERS],
  ["a guest's refund to an address of another", nobodys, { ...guests, paymentId: "ocpay_2" }, OTHERS],
  ["a refund to an address of nobody", { ...hers, customer_id: null }, refund, OTHERS],
  ["a refund to another customer", bobs, refund, OTHERS],
  ["a refund to another customer of the payment", { ...bobs, payment_id: "ocpay_1" }, refund, OTHERS],
  ["a guest's refund to a customer's address", hers, guests, OTHERS],
  ["another refund", { ...hers, single_use_refund_id: "ref_2" }, refund, notFor("of_another_refund")],
  ["a refund to an account of the merchant", own, refund, notFor("of_the_treasury")],
  ["a withdrawal to a customer", hers, withdrawal, notFor("of_a_customer")],
  ["one that waits", { ...own, state: "pending" }, withdrawal, { code: "destination_not_approved" }],
  ["one that is archived", { ...own, state: "archived" }, withdrawal, { code: "destination_archived" }],
  ["an archived one of hers", { ...hers, state: "archived" }, withdrawal, { code: "destination_archived" }],
  ["one on another network", { ...own, network_id: "eth-mainnet" }, withdrawal, far("eth-mainnet")],
  ["one on another chain", { ...own, chain: "sol" }, withdrawal, far("base-mainnet")],
])("a destination can be used or not: %s", (_, destination, use, problem) => {
  expect(findUseProblem(destination, use)).toEqual(problem)
})
