import type { OnchainDepositState } from "../../types/http"
import type { Translate } from "../ui/texts"

/** The keys are the provider's assignment statuses. @see service-interface "Deposit review" */
export const ASSIGNMENT_WORDING = {
  unassigned_no_intent: {
    title: "No open order",
    sentence: "The customer had no open order for this token on this network.",
  },
  review_required_asset_mismatch: {
    title: "Different token",
    sentence: "The customer sent another token than the order expects.",
  },
  review_required_amount_mismatch: {
    title: "Different amount",
    sentence: "The amount differs too much from the order's.",
  },
  review_required_ambiguous: {
    title: "Several open orders",
    sentence: "More than one open order matches, so none was chosen.",
  },
  review_required_unsupported_asset: {
    title: "Unsupported token",
    sentence: "This token is not supported, so it cannot pay an order.",
  },
  review_required_non_positive_net: {
    title: "Smaller than the fee",
    sentence: "The fee would take the whole amount, so it can only be refunded.",
  },
} as const

export type KnownAssignmentStatus = keyof typeof ASSIGNMENT_WORDING

const isKnown = (status: string): status is KnownAssignmentStatus => Object.hasOwn(ASSIGNMENT_WORDING, status)

export function describeAssignment(status: string | null, t: Translate): { title: string; sentence: string } {
  if (status === null) return { title: t("assignment.none.title"), sentence: t("assignment.none.sentence") }
  if (!isKnown(status))
    return { title: t("assignment.unknown.title"), sentence: t("assignment.unknown.sentence", { status }) }
  return { title: t(`assignment.${status}.title`), sentence: t(`assignment.${status}.sentence`) }
}

export const HISTORY_WORDING = {
  assign_requested: "Assignment requested",
  assigned: "Assigned to an order",
  assign_refused: "Assignment refused by the provider",
  accept_requested: "Acceptance requested",
  accepted: "Accepted without an order",
  accept_refused: "Acceptance refused by the provider",
  refund_requested: "Refund requested",
  refund_pending: "Refund on its way",
  refund_refused: "Refund refused by the provider",
  refund_failed: "Refund failed, needs a decision again",
  refunded: "Refunded",
  linked: "Linked to a payment",
  in_review: "Needs a decision",
} as const

export const DEPOSIT_STATE_WORDING = {
  in_review: "Needs a decision",
  processing: "In progress",
  assigned: "Assigned",
  accepted: "Accepted",
  refund_pending: "Refund on its way",
  refunded: "Refunded",
} as const satisfies Record<OnchainDepositState, string>

export const deposits = {
  assignment: {
    ...ASSIGNMENT_WORDING,
    none: { title: "No reason given", sentence: "The provider gave no reason." },
    unknown: { title: "Other reason", sentence: "The provider gives this reason: {{status}}" },
  },
  state: { ...DEPOSIT_STATE_WORDING, unknown: "Unknown" },
  history: HISTORY_WORDING,
  deposits: {
    title: "Deposits in review",
    subtitle: "Money that matched no order.",
    searchHint: "Transaction or address",
    open: "{{name}}, open this deposit",
    none: "Nothing needs a decision",
    noneHint: "Deposits that match no order appear here.",
    noneMatch: "No deposit matches",
    loadFailed: "The deposits could not be loaded.",
    refreshFailed: "The provider could not be reached: {{message}}",
    unknownToken: "unknown token",
    baseUnits: "{{amount}} base units of {{token}}",
  },
  deposit: {
    title: "Deposit",
    heading: "{{amount}} on {{network}}",
    loadFailed: "The deposit could not be loaded.",
    notFound: "This deposit does not exist.",
    why: "Why it is here",
    paid: "It pays",
    chosen: "Chosen:",
    asset: "Asset",
    hash: "Hash",
    from: "From",
    id: "Deposit ID",
    unconfirmed:
      "A webhook reports “{{state}}”, and no list of the provider confirms it yet. Actions are possible after that.",
    unlisted: "The provider no longer lists this deposit. Look for it in the provider's dashboard.",
  },
  depositLink: {
    title: "Which order it is for",
    address: "It went to the payment address of",
    memo: "It carries the payment memo of",
    intent: "The provider expected it for",
    person: "A user linked it to",
    hint: "The order is kept while this deposit is in review. Accept the deposit, then apply the money under “Unmatched payments”.",
    proposed: "Payments it may be for",
    proposedHint:
      "A link keeps the order while this deposit is in review. It marks nothing as paid and cannot be undone.",
    amount: "Expects the same amount of {{token}}.",
    claim: "Its shopper named this transaction.",
    contested: "Contested",
    contestedHint: "Another payment claims it too. A claim proves nothing.",
    link: "Link",
    linkTo: "Link to {{order}}",
    done: "Linked to {{order}}.",
  },
  action: {
    assign: {
      button: "Assign",
      to: "Assign to {{order}}",
      choose: "Choose the order first.",
      done: "Assigned to {{order}}. It is marked as paid in a moment.",
    },
    accept: {
      button: "Accept",
      done: "{{amount}} accepted.",
    },
    refund: {
      button: "Refund",
      done: "The refund of {{amount}} has started.",
    },
    notPossible: "Not possible.",
    orders: "Orders this deposit can pay",
    candidate: "Expects {{amount}}. Opened {{age}}.",
    candidateTotal: "Expects {{amount}} for {{total}}. Opened {{age}}.",
  },
  confirm: {
    assign: {
      title: "Assign {{amount}} to {{order}}?",
      order: "{{order}} expects {{expected}} and is marked as paid with this deposit of {{amount}}.",
      cart: "The cart expects {{expected}}. It becomes an order, paid with this deposit of {{amount}}.",
    },
    accept: {
      title: "Accept {{amount}} without an order?",
      text: "The provider takes its normal fee from {{amount}} and adds the rest to your balance. No order is marked as paid.",
    },
    refund: {
      title: "Refund {{amount}}?",
      text: "{{amount}} is sent back on {{network}} to the address it came from:",
      exchange: "If the address belongs to an exchange, the customer may not get the money.",
    },
    final: "This cannot be undone.",
    cancel: "Cancel",
  },
  processing: {
    title: "Waiting for the provider",
    text: "{{who}} chose “{{action}}” {{age}}, and the provider has not answered. The request is repeated automatically and has one effect.",
    repeat: "Try again now",
  },
  bulk: {
    selected: "{{count}} selected",
    select: "Select {{name}}",
    selectAll: "Select all on this page",
    accept: {
      title_one: "Accept {{count}} deposit without an order?",
      title_other: "Accept {{count}} deposits without an order?",
      text: "The provider takes its normal fee from each and adds the rest to your balance. No order is marked as paid.",
      results: "Accepting the deposits",
    },
    refund: {
      title_one: "Refund {{count}} deposit?",
      title_other: "Refund {{count}} deposits?",
      text: "Each is sent back to the address it came from. If it belongs to an exchange, the customer may not get the money.",
      results: "Refunding the deposits",
    },
    running: "Working…",
    resultsText: "Each deposit is done once, also if you repeat it.",
    leftOut: "Left out",
    result: {
      done: "Done",
      pending: "Waiting for the provider",
      conflict: "Resolved before",
      refused: "Not possible",
    },
  },
  customer: {
    title: "Crypto payments",
    addresses: "Payment addresses",
    address: "{{network}} address",
    deposits: "Deposits in review",
    loadFailed: "The crypto payments of this customer could not be loaded.",
    all: "All deposits",
    payments: "Payments",
  },
}
