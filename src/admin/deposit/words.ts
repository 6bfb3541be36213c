import type { OnchainDepositState } from "../../types/http"
import type { Translate } from "../ui/texts"

/** The keys are the provider's assignment statuses. @see service-interface "Deposit review" */
export const ASSIGNMENT_WORDING = {
  unassigned_no_intent: {
    title: "No open order",
    sentence: "The customer has no open order for this token and network.",
  },
  review_required_asset_mismatch: {
    title: "Different token",
    sentence: "The order expects another token.",
  },
  review_required_amount_mismatch: {
    title: "Different amount",
    sentence: "The amount differs too much from the order.",
  },
  review_required_ambiguous: {
    title: "Several open orders",
    sentence: "More than one open order matches.",
  },
  review_required_unsupported_asset: {
    title: "Unsupported token",
    sentence: "This token cannot pay orders.",
  },
  review_required_non_positive_net: {
    title: "Smaller than the fee",
    sentence: "The fee exceeds the amount. Only a refund is possible.",
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
  accepted: "Accepted without order",
  accept_refused: "Acceptance refused by the provider",
  refund_requested: "Refund requested",
  refund_pending: "Refund on its way",
  refund_refused: "Refund refused by the provider",
  refund_failed: "Refund failed, back in review",
  refunded: "Refunded",
  linked: "Linked to a payment",
  in_review: "Needs review",
} as const

export const DEPOSIT_STATE_WORDING = {
  in_review: "Needs review",
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
    title: "Deposits",
    subtitle: "Received money that matches no open payment.",
    searchHint: "Transaction or address",
    open: "{{name}}, open this deposit",
    none: "Nothing needs review",
    noneHint: "Deposits that match no open payment appear here.",
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
    why: "Reason",
    paid: "Pays",
    chosen: "Chosen:",
    asset: "Asset",
    from: "From",
    id: "Deposit ID",
    unconfirmed: "A webhook reports “{{state}}”. Actions open once the provider's list confirms it.",
    unlisted: "The provider no longer lists this deposit. Check the provider's dashboard.",
  },
  depositLink: {
    title: "Linked order",
    address: "Sent to the payment address of",
    memo: "Sent with the payment memo of",
    intent: "Expected by the provider for",
    person: "Linked by a user to",
    hint: "The order is kept during review. Accept the deposit, then apply it under “Unmatched payments”.",
    proposed: "Possible payments",
    proposedHint: "A link keeps the order during review. It marks nothing as paid and cannot be undone.",
    amount: "Expects the same amount of {{token}}.",
    claim: "The shopper submitted this transaction.",
    contested: "Contested",
    contestedHint: "Another payment claims it too. A claim is no proof.",
    link: "Link",
    linkTo: "Link to {{order}}",
    done: "Linked to {{order}}.",
  },
  action: {
    assign: {
      button: "Assign",
      to: "Assign to {{order}}",
      choose: "Choose an order.",
      done: "Assigned to {{order}}. Payment follows in a moment.",
    },
    accept: {
      button: "Accept",
      done: "{{amount}} accepted.",
    },
    refund: {
      button: "Refund",
      done: "Refund of {{amount}} started.",
    },
    notPossible: "Not possible.",
    orders: "Matching orders",
    candidate: "Expects {{amount}}. Opened {{age}}.",
    candidateTotal: "Expects {{amount}} for {{total}}. Opened {{age}}.",
  },
  confirm: {
    assign: {
      title: "Assign {{amount}} to {{order}}?",
      order: "{{order}} expects {{expected}}. This deposit of {{amount}} marks it as paid.",
      cart: "The cart expects {{expected}}. It becomes an order paid by this deposit of {{amount}}.",
    },
    accept: {
      title: "Accept {{amount}} without an order?",
      text: "{{amount}} less the provider's fee goes to your balance. No order is marked as paid.",
    },
    refund: {
      title: "Refund {{amount}}?",
      text: "{{amount}} goes back on {{network}} to the sender:",
      exchange: "If this is an exchange's address, the customer may not get the money.",
    },
    final: "This cannot be undone.",
    cancel: "Cancel",
  },
  processing: {
    title: "Waiting for the provider",
    text: "{{who}} chose “{{action}}” {{age}}. The request is repeated until the provider answers, and counts once.",
    repeat: "Retry now",
  },
  bulk: {
    selected: "{{count}} selected",
    select: "Select {{name}}",
    selectAll: "Select all on this page",
    accept: {
      title_one: "Accept {{count}} deposit without an order?",
      title_other: "Accept {{count}} deposits without an order?",
      text: "Each amount less the provider's fee goes to your balance. No order is marked as paid.",
      results: "Accepting deposits",
    },
    refund: {
      title_one: "Refund {{count}} deposit?",
      title_other: "Refund {{count}} deposits?",
      text: "Each goes back to its sender. If that is an exchange, the customer may not get the money.",
      results: "Refunding deposits",
    },
    running: "Working…",
    resultsText: "Repeating counts once.",
    leftOut: "Left out",
    result: {
      done: "Done",
      pending: "Waiting for the provider",
      conflict: "Already resolved",
      refused: "Not possible",
    },
  },
  customer: {
    title: "Crypto payments",
    addresses: "Payment addresses",
    address: "{{network}} address",
    deposits: "Deposits to review",
    loadFailed: "The crypto payments could not be loaded.",
    all: "All deposits",
    payments: "Payments",
  },
}
