import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { refundPagePath } from "../../domain/payment/page-link"
import { isChosen, type PaymentRow } from "../../modules/onchain/payment/payment-row"
import { pageUrlOf } from "../../modules/onchain/options/notification-options"
import type { RefundRow } from "../../modules/onchain/refund/refund-row"
import { reasonOf } from "../../modules/onchain/work/error-reason"
import type { OnchainCreatedAddressRequest } from "../../types/http"
import { buildMessageData } from "../payment/message-data"
import { findShopper } from "../payment/message-facts"
import { sendMessage } from "../payment/send-message"
import { findPayoutActor, payoutError, type RequestActor } from "../payout/payout-access"
import { addressError } from "./address-words"
import { mustFindRefund } from "./find-refund"

type RequestAddressInput = { refund_id: string; send?: boolean | undefined; actor: RequestActor }

/**
 * Makes the link by which the shopper proposes where a refund goes. An earlier one ends, and what was
 * approved by it is no destination any more.
 *
 * @throws MedusaError `not_found`; `invalid_data` where no email is known, which the page asks for; `conflict`
 * once a payout is confirmed
 */
export async function requestRefundAddress(
  container: MedusaContainer,
  input: RequestAddressInput
): Promise<OnchainCreatedAddressRequest> {
  const { options, payouts } = container.resolve("onchain")
  const { refund, payment } = await mustFindRefund(container, input.refund_id)
  const shopper = await findShopper(container, payment)
  if (shopper.recipient.email === null)
    throw payoutError(
      "no_email",
      "The order has no email, which the page asks for. Ask the customer yourself and add the address."
    )
  const actor = await findPayoutActor(container, input.actor)
  const { pageUrl } = options.refundLinks
  const made = await payouts.refunds.addresses.create(refund, actor)
  if (made.kind === "refused") throw addressError(made.refusal)
  const { token, row } = made
  const url = pageUrl === undefined ? null : pageUrlOf(pageUrl, token)
  const link = { url, expiresAt: row.expires_at.toISOString() }
  return {
    id: row.id,
    state: row.state,
    token,
    page_path: refundPagePath(token),
    url,
    expires_at: link.expiresAt,
    sent: input.send === true ? await send(container, { id: row.id, link, refund, payment }, shopper) : null,
  }
}

type Message = {
  id: string
  link: { url: string | null; expiresAt: string }
  refund: RefundRow
  payment: PaymentRow
}

/**
 * Only now the token is known, so a message that fails is not tried again: the operator copies the link. Medusa's
 * row of the message does not keep it.
 */
async function send(
  container: MedusaContainer,
  { id, link, refund, payment }: Message,
  { order, recipient }: Awaited<ReturnType<typeof findShopper>>
): Promise<"sent" | "off" | "no_email" | "failed"> {
  const { currencies, options, shopperMessages } = container.resolve("onchain")
  const { channel } = options.notifications
  const { template } = options.refundLinks
  if (channel === null || template === null || link.url === null) return "off"
  if (recipient.email === null) return "no_email"
  if (!(await shopperMessages.hasProvider(channel))) return "off"
  const messageId = `onchain:refundAddress:${id}`
  const data = buildMessageData({
    fiat: await currencies.shown([payment.currency_code]),
    ...{ messageId, order, locale: recipient.locale, payment },
    attempt: isChosen(payment) ? payment : null,
    refund: {
      ...{ id: refund.id, networkId: refund.network_id, token: refund.token },
      ...{ amount: refund.token_amount, txHash: null },
    },
    link: { url: link.url, expiresAt: link.expiresAt },
    explorerUrl: () => null,
  })
  try {
    const message = {
      ...{ to: recipient.email, channel, template, data, idempotency_key: messageId },
      ...{ resource_id: payment.id, resource_type: "onchain_payment" },
      ...{ receiver_id: recipient.customerId, trigger_type: null, original_notification_id: null },
    }
    await sendMessage(container, message, { forgetsLink: true })
    return "sent"
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: the link of address request ${id} was not sent: ${reasonOf(error)}`)
    return "failed"
  }
}
