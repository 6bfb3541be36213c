import type { OnchainPayerStatus } from "../../types/http"

/** `tone` picks the colour; the words carry the meaning too. */
export type StatusWording = { title: string; text: string; tone: "neutral" | "busy" | "good" | "bad" }

export const STATUS_WORDING = {
  preparing: {
    title: "Preparing your payment",
    text: "The address is being made ready. This page updates by itself.",
    tone: "busy",
  },
  awaiting_payment: {
    title: "Waiting for your payment",
    text: "Send exactly this amount. This page updates by itself.",
    tone: "neutral",
  },
  partially_paid: {
    title: "Part of it has arrived",
    text: "Send the rest to the same address to complete the payment.",
    tone: "busy",
  },
  order_paid_in_part: {
    title: "Part of your order is paid",
    text: "The shop has counted money that arrived. Go back to the shop to pay the rest; send nothing to an earlier address.",
    tone: "busy",
  },
  confirming: {
    title: "Payment seen",
    text: "The network is confirming it. You can close this page; the order follows by itself.",
    tone: "busy",
  },
  paid: { title: "Paid", text: "Thank you. Your payment is complete.", tone: "good" },
  expired: {
    title: "This payment has expired",
    text: "Do not send anything to the old address. Go back to the shop to start again.",
    tone: "bad",
  },
  failed: {
    title: "This payment did not succeed",
    text: "Do not send anything more. Go back to the shop to start again.",
    tone: "bad",
  },
  cancelled: {
    title: "This payment was cancelled",
    text: "Do not send anything. Go back to the shop to start again.",
    tone: "bad",
  },
  superseded: {
    title: "Replaced by a newer payment",
    text: "Do not send anything for this one: it could count for the newer order. Pay from the newer page, or go back to the shop.",
    tone: "bad",
  },
  address_unavailable: {
    title: "Your address cannot be confirmed",
    text: "Send nothing for now, not even to an address you noted earlier. This page tries again by itself.",
    tone: "bad",
  },
  needs_review: {
    title: "Your payment has arrived and is being checked",
    text: "The shop knows and will get in touch. Do not pay again.",
    tone: "busy",
  },
} as const satisfies Record<OnchainPayerStatus, StatusWording>
