import {
  canDestinationMove,
  decideApproval,
  decideArchiving,
  DESTINATION_STATES,
  type DestinationChoiceFacts,
  destinationChoices,
  type DestinationObstacle,
  type DestinationUse,
  findUseProblem,
  type UsedDestination,
  type UseProblem,
} from "../destination"

test("a destination is approved, then archived, and never comes back", () => {
  const edges = DESTINATION_STATES.flatMap((from) =>
    DESTINATION_STATES.filter((to) => canDestinationMove(from, to)).map((to) => `${from} -> ${to}`)
  )
  expect(edges).toEqual(["pending -> approved", "pending -> archived", "approved -> archived"])
  const archived = DESTINATION_STATES.map((state) => decideArchiving({ state }).kind)
  expect(archived).toEqual(["move", "move", "refused"])
})

const user = (id: string) => ({ id, type: "user" })
const key = { id: "bob", type: "api-key" }
const approvedTwice = { state: "approved", has_second_approval: true } as const

test.each([
  ["none", {}, user("bob"), "second"],
  ["none", {}, user("ada"), "own"],
  ["none", {}, key, "own"],
  ["none", { state: "approved" }, user("bob"), "approved"],
  ["second_user", {}, user("bob"), "second"],
  ["second_user", {}, user("ada"), "self_approval"],
  ["second_user", {}, user("eve"), "self_approval"],
  ["second_user", {}, key, "approver_is_key"],
  ["second_user", { state: "approved" }, user("bob"), "second"],
  ["second_user", approvedTwice, user("bob"), "approved"],
  ["second_user", { state: "archived" }, user("bob"), "archived"],
] as const)("where payouts take %s, of %j by %j is %s", (approval, change, actor, verdict) => {
  const added = {
    state: "pending",
    has_second_approval: false,
    created_by: "ada",
    created_by_owner: "eve",
  } as const
  const decision = decideApproval({ ...added, ...change }, actor, approval)
  if (decision.kind === "move") return expect(decision.isSecond ? "second" : "own").toBe(verdict)
  const { refusal } = decision
  expect(refusal.reason === "not_allowed" ? refusal.problem.code : refusal.state).toBe(verdict)
})

const ARCHIVED = { code: "archived" } as const
const APPROVED = { code: "approved" } as const
const OFF = { code: "payouts_off" } as const
const OWN = { code: "self_approval" } as const

test.each<
  [Partial<DestinationChoiceFacts>, approve: DestinationObstacle | null, archive: DestinationObstacle | null]
>([
  [{}, null, null],
  [{ state: "approved" }, APPROVED, null],
  [{ state: "archived" }, ARCHIVED, ARCHIVED],
  [{ refusal: OFF }, OFF, OFF],
  [{ approvalRefusal: OWN }, OWN, null],
  [{ state: "approved", approvalRefusal: OWN }, APPROVED, null],
])("of %j the choices are %j and %j", (change, approve, archive) => {
  const facts: DestinationChoiceFacts = { state: "pending", refusal: null, approvalRefusal: null, ...change }
  expect(destinationChoices(facts)).toEqual({ approve, archive })
})

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
