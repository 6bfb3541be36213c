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
import type { OnchainPaymentDetail, OnchainPayLinkResponse } from "../../types/http"
import { backendUrl } from "../lib/sdk"
import { ActionMenu, type MenuAction } from "../ui/action/action-menu"
import { toFailure } from "../ui/api"
import { Confirmation } from "../ui/action/confirmation"
import { formatInstant } from "../ui/format"
import { lazyWidget } from "../ui/lazy-part"
import { pathTo } from "../ui/paths"
import { useTexts } from "../ui/texts"
import { usePayLink, usePaymentCheck, useSendPayLink } from "./api"

const RefundOrder = lazyWidget(async () => (await import("../screens/money-out.js")).RefundOrder)

export type PrimaryAction = "review" | "pay_out" | "pay_link" | "refund"

/** What an operator most likely needs next. */
export function primaryAction({
  status: { code },
  choices,
  refunds,
}: Pick<OnchainPaymentDetail, "status" | "choices" | "refunds">): PrimaryAction | null {
  if (code === "held") return "review"
  if (refunds.some(({ state }) => state !== "done")) return "pay_out"
  if (choices.pay_link.is_possible) return "pay_link"
  return choices.refund.is_possible ? "refund" : null
}

type PaymentActionsProps = {
  payment: OnchainPaymentDetail
  /** Where the operator is now, and need not be sent. */
  place: "payment" | "order"
}

/** The one primary action of a payment, and the rest behind "…". */
export function PaymentActions({ payment, place }: PaymentActionsProps) {
  const { t, locale } = useTexts()
  const navigate = useNavigate()
  const check = usePaymentCheck(payment.id)
  const link = usePayLink()
  const sending = useSendPayLink()
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
    pay_out: () => openRefund && navigate(pathTo.refund(openRefund.id)),
    pay_link: () => copyLink("copied"),
    refund: () => setIsRefunding(true),
  }
  const chosen = (name: keyof typeof choices): Pick<MenuAction, "isDisabled" | "reason"> => ({
    isDisabled: !choices[name].is_possible,
    reason: choices[name].reason,
  })
  const entry = (name: "pay_link" | "refund", icon: MenuAction["icon"]): MenuAction[] =>
    primary === name
      ? []
      : [{ label: t(`paymentAction.${name}`), icon, ...chosen(name), onSelect: run[name] }]
  const groups: MenuAction[][] = [
    [
      ...entry("pay_link", <LinkIcon />),
      {
        label: t("paymentAction.send_link"),
        icon: <Envelope />,
        ...chosen("send_link"),
        onSelect: () => setIsAsked(true),
      },
      ...(payment.attempt_count === 0
        ? []
        : [
            {
              label: t("paymentAction.new_attempt"),
              icon: <Plus />,
              ...chosen("pay_link"),
              onSelect: () => copyLink("copiedAttempt"),
            },
          ]),
    ],
    [
      {
        label: t("paymentAction.check_now"),
        icon: <ArrowPath />,
        ...chosen("check_now"),
        onSelect: checkNow,
      },
      ...entry("refund", <ArrowUturnLeft />),
    ],
    place === "order"
      ? [
          {
            label: t("paymentAction.open"),
            icon: <CreditCard />,
            onSelect: () => navigate(pathTo.payment(payment.id)),
          },
        ]
      : order
        ? [
            {
              label: t("paymentAction.openOrder"),
              icon: <ShoppingCart />,
              onSelect: () => navigate(pathTo.order(order.id)),
            },
          ]
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

/** Without a public address of its own, the page is at the server of the dashboard. */
function addressOf({ url, page_path }: OnchainPayLinkResponse["page_link"]): string {
  return url ?? new URL(page_path, new URL(backendUrl, window.location.origin)).href
}

/** False in a browser that lets no page write to the clipboard, such as one without TLS. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
