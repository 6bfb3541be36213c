import {
  findUseProblem,
  type DestinationUse,
  type UsedDestination,
  type UseProblem,
} from "../destination-lifecycle"

const base = { chain: "evm", network_id: "base-mainnet", payment_id: null, single_use_refund_id: null }
const own: UsedDestination = { ...base, state: "approved", purpose: "treasury", customer_id: null }
const hers: UsedDestination = { ...base, state: "approved", purpose: "refund", customer_id: "cus_ada" }
const withdrawal: DestinationUse = { purpose: "treasury", chain: "evm", networkId: "base-mainnet" }
const refund = {
  purpose: "refund",
  chain: "evm",
  networkId: "base-mainnet",
  customerId: "cus_ada",
  paymentId: "ocpay_1",
  refundId: "ref_1",
} as const
const nobodys: UsedDestination = { ...hers, customer_id: null, payment_id: "ocpay_1" }

test.each<[string, UsedDestination, DestinationUse, string | null]>([
  ["a withdrawal to an account of the merchant", own, withdrawal, null],
  ["a refund to its customer", hers, refund, null],
  [
    "a refund to the address that was entered for its payment",
    nobodys,
    { ...refund, customerId: null },
    null,
  ],
  ["the same once the customer is known", nobodys, refund, null],
  [
    "a refund to an address of another payment without a customer",
    nobodys,
    { ...refund, paymentId: "ocpay_2" },
    "destination_not_for_this",
  ],
  [
    "a refund without a customer to another's address",
    nobodys,
    { ...refund, customerId: null, paymentId: "ocpay_2" },
    "destination_not_for_this",
  ],
  [
    "a refund to an address without a customer or payment",
    { ...hers, customer_id: null },
    refund,
    "destination_not_for_this",
  ],
  ["the refund whose customer proposed it", { ...hers, single_use_refund_id: "ref_1" }, refund, null],
  [
    "another refund of the same customer to a proposed address",
    { ...hers, single_use_refund_id: "ref_2" },
    refund,
    "destination_not_for_this",
  ],
  ["a refund to another customer", { ...hers, customer_id: "cus_bob" }, refund, "destination_not_for_this"],
  [
    "a refund to another customer, for the same payment",
    { ...hers, customer_id: "cus_bob", payment_id: "ocpay_1" },
    refund,
    "destination_not_for_this",
  ],
  [
    "a refund without a customer to a customer's address",
    hers,
    { ...refund, customerId: null },
    "destination_not_for_this",
  ],
  ["a refund to an account of the merchant", own, refund, "destination_not_for_this"],
  ["a withdrawal to a customer", hers, withdrawal, "destination_not_for_this"],
  ["one that awaits approval", { ...own, state: "pending" }, withdrawal, "destination_not_approved"],
  ["one that is archived", { ...own, state: "archived" }, withdrawal, "destination_archived"],
  ["one on another network", { ...own, network_id: "eth-mainnet" }, withdrawal, "destination_wrong_network"],
  ["one on another chain", { ...own, chain: "sol" }, withdrawal, "destination_wrong_network"],
])("%s", (_, destination, use, code) => {
  expect(findUseProblem(destination, use)?.code ?? null).toBe(code)
})

test.each<[UsedDestination, DestinationUse, UseProblem]>([
  [hers, withdrawal, { code: "destination_not_for_this", reason: "of_a_customer" }],
  [own, refund, { code: "destination_not_for_this", reason: "of_the_treasury" }],
  [
    { ...hers, customer_id: "cus_bob" },
    refund,
    { code: "destination_not_for_this", reason: "of_another_customer" },
  ],
  [
    { ...own, network_id: "eth-mainnet" },
    withdrawal,
    { code: "destination_wrong_network", networkId: "eth-mainnet", moneyNetworkId: "base-mainnet" },
  ],
])("of %j for %j the problem is %j", (destination, use, problem) => {
  expect(findUseProblem(destination, use)).toEqual(problem)
})

test("an archived one is reported before everything else", () => {
  expect(findUseProblem({ ...hers, state: "archived" }, withdrawal)?.code).toBe("destination_archived")
})
