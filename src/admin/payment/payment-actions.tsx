import { Button, toast } from "@medusajs/ui"
import {
  ArrowPath,
  ArrowUturnLeft,
  CreditCard,
  Envelope,
  Link as LinkIcon,
  Plus,
  ShoppingCart,
} from "@medusajs/icons"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import type {
  OnchainPaymentDetail,
  OnchainPaymentDetailResponse,
  OnchainPayLinkResponse,
  OnchainSentPayLinkResponse,
} from "../../types/http"
import { addressOf } from "../lib/sdk"
import { ActionMenu, type MenuAction } from "../ui/action/action-menu"
import { apiPath, toFailure, useAction } from "../ui/api"
import { Confirmation } from "../ui/action/confirmation"
import { formatInstant } from "../ui/format"
import { lazyWidget } from "../ui/lazy-part"
import { pathTo } from "../ui/paths"
import { useTexts } from "../ui/texts"

const RefundOrder = lazyWidget(async () => (await import("../screens/refunds.js")).RefundOrder)

export type PrimaryAction = "review" | "deposit" | "pay_out" | "pay_link" | "refund"

/** What an operator most likely needs next. */
export function primaryAction({
  status: { code },
  choices,
  refunds,
  deposits,
}: Pick<OnchainPaymentDetail, "status" | "choices" | "refunds" | "deposits">): PrimaryAction | null {
  if (code === "held") return "review"
  // The money is there: nobody is asked to pay again.
  if (deposits.some(isInReview)) return "deposit"
  if (refunds.some(({ state }) => state !== "done")) return "pay_out"
  if (choices.pay_link.is_possible) return "pay_link"
  return choices.refund.is_possible ? "refund" : null
}

const isInReview = ({ state }: OnchainPaymentDetail["deposits"][number]) => state === "in_review"

type PaymentActionsProps = {
  payment: OnchainPaymentDetail
  /** Where the operator is now, and need not be sent. */
  place: "payment" | "order"
}

/** The one primary action of a payment, and the rest behind "…". */
export function PaymentActions({ payment, place }: PaymentActionsProps) {
  const { t, locale } = useTexts()
  const navigate = useNavigate()
  const check = useAction<OnchainPaymentDetailResponse>(
    () => ({ path: apiPath("payments", payment.id, "check") }),
    () => apiPath("payments", payment.id)
  )
  // Each call makes a new link.
  const link = useAction<OnchainPayLinkResponse, string>((orderId) => ({
    path: apiPath("orders", orderId, "pay-link"),
  }))
  const sending = useAction<OnchainSentPayLinkResponse, string>((orderId) => ({
    path: apiPath("orders", orderId, "pay-link", "send"),
  }))
  const [isAsked, setIsAsked] = useState(false)
  // Downloaded when it is first opened; it stays, so that it can slide away.
  const [isRefunding, setIsRefunding] = useState<boolean | null>(null)
  const { choices, order } = payment
  const primary = primaryAction(payment)
  const openRefund = payment.refunds.find(({ state }) => state !== "done")
  const to = payment.customer?.email ?? t("paymentAction.theCustomer")

  const onError = (error: Error) => {
    const { kind, message } = toFailure(error)
    toast.error(t(`failure.${kind}`, { message }))
  }
  const copyLink = (copied: "copied" | "copiedAttempt") => {
    const onSuccess = async ({ page_link }: OnchainPayLinkResponse) => {
      const url = addressOf(page_link)
      const until = formatInstant(page_link.expires_at, locale)
      if (await isCopied(url)) toast.success(t(`paymentAction.${copied}`, { until }))
      else toast.warning(t("paymentAction.copyFailed", { url }), { duration: KEPT_MS })
    }
    if (order) link.mutate(order.id, { onSuccess: (answer) => void onSuccess(answer), onError })
  }
  const send = () => {
    if (!order) return
    sending.mutate(order.id, {
      onSuccess: ({ message }) => toast.success(t("paymentAction.sent", { to: message.to })),
      onError,
      onSettled: () => setIsAsked(false),
    })
  }
  const checkNow = () =>
    check.mutate(undefined, { onSuccess: () => toast.success(t("paymentAction.checked")), onError })

  const run: Record<PrimaryAction, () => void> = {
    review: () => navigate(pathTo.unmatched(payment.id)),
    deposit: () => navigate(pathTo.deposit(payment.deposits.find(isInReview)?.id ?? "")),
    pay_out: () => openRefund && navigate(pathTo.refund(openRefund.id)),
    pay_link: () => copyLink("copied"),
    refund: () => setIsRefunding(true),
  }
  const entry = (
    name: "pay_link" | "send_link" | "new_attempt" | "check_now" | "refund",
    icon: MenuAction["icon"],
    onSelect: () => void
  ): MenuAction[] => {
    const { is_possible, reason } = choices[name === "new_attempt" ? "pay_link" : name]
    const label = t(`paymentAction.${name}`)
    return primary === name ? [] : [{ label, icon, isDisabled: !is_possible, reason, onSelect }]
  }
  const page = (name: "open" | "openOrder", icon: MenuAction["icon"], path: string): MenuAction[] => [
    { label: t(`paymentAction.${name}`), icon, onSelect: () => navigate(path) },
  ]
  const groups: MenuAction[][] = [
    [
      ...entry("pay_link", <LinkIcon />, run.pay_link),
      ...entry("send_link", <Envelope />, () => setIsAsked(true)),
      ...(payment.attempt_count === 0 ? [] : entry("new_attempt", <Plus />, () => copyLink("copiedAttempt"))),
    ],
    [...entry("check_now", <ArrowPath />, checkNow), ...entry("refund", <ArrowUturnLeft />, run.refund)],
    place === "order"
      ? page("open", <CreditCard />, pathTo.payment(payment.id))
      : order
        ? page("openOrder", <ShoppingCart />, pathTo.order(order.id))
        : [],
  ]
  return (
    <div className="flex shrink-0 items-center gap-x-2">
      {primary && (
        <Button size="small" variant="secondary" isLoading={link.isPending} onClick={run[primary]}>
          {t(`paymentAction.${primary}`)}
        </Button>
      )}
      <ActionMenu groups={groups} />
      {order && isRefunding !== null && (
        <RefundOrder orderId={order.id} isOpen={isRefunding} onClose={() => setIsRefunding(false)} />
      )}
      <Confirmation
        words={
          isAsked
            ? {
                title: t("paymentAction.sendTitle"),
                text: t("paymentAction.sendText", { to }),
                isFinal: false,
                button: t("paymentAction.sendButton"),
              }
            : null
        }
        isBusy={sending.isPending}
        onConfirm={send}
        onCancel={() => setIsAsked(false)}
      />
    </div>
  )
}

/** Long enough to copy an address by hand. */
const KEPT_MS = 60_000

/** False in a browser that lets no page write to the clipboard, such as one without TLS. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
