import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { WEBHOOK_RECEIVED } from "../../modules/onchain/events"
import {
  type DeliveryPage,
  type DeliveryRow,
  KEEP_DAYS,
  KEEP_DEAD_DAYS,
  type RerunResult,
} from "../../modules/onchain/inbox/delivery-list"
import { pageToView } from "../../modules/onchain/work/listed-rows"
import type {
  OnchainDelivery,
  OnchainDeliveryDetail,
  OnchainDeliveryListResponse,
  OnchainOrderRef,
} from "../../types/http"
import { loadPaymentNames } from "../payment/queries/payment-names"
import { columnsOf, historyToView, loadActorNames } from "../person-names"

export async function listDeliveries(
  container: MedusaContainer,
  page: DeliveryPage
): Promise<OnchainDeliveryListResponse> {
  const { deliveries } = container.resolve("onchain")
  const { rows, count } = await deliveries.read({ ...page, direction: "desc" })
  const orderOf = await loadOrders(container, rows)
  return {
    deliveries: rows.map((row) => deliveryToView(row, orderOf(row))),
    ...pageToView(count, page, rows.length),
  }
}

/** @throws MedusaError `not_found` */
export async function viewDelivery(container: MedusaContainer, id: string): Promise<OnchainDeliveryDetail> {
  const { deliveries } = container.resolve("onchain")
  const row = await deliveries.find(id)
  if (!row) throw noDelivery(id)
  const entries = await deliveries.history(row.id)
  const actorName = await loadActorNames(
    container,
    entries.map(({ actor_id }) => actor_id)
  )
  const orderOf = await loadOrders(container, [row])
  const view = deliveryToView(row, orderOf(row))
  return { ...view, body: row.raw_body, history: historyToView(entries, { actorName }) }
}

/** The orders that deliveries are about. */
async function loadOrders(container: MedusaContainer, rows: readonly DeliveryRow[]) {
  const payments = await container.resolve("onchain").deliveries.payments(rows)
  const names = await loadPaymentNames(container, [...payments.values()])
  return ({ resource_id }: DeliveryRow): OnchainOrderRef | null => {
    const payment = payments.get(resource_id ?? "")
    return payment ? names.order(payment) : null
  }
}

function noDelivery(id: string): MedusaError {
  const message = `There is no delivery ${id}. Finished deliveries are deleted after ${KEEP_DAYS} days, dead ones after ${KEEP_DEAD_DAYS}.`
  return new MedusaError(MedusaError.Types.NOT_FOUND, message)
}

function deliveryToView(row: DeliveryRow, order: OnchainOrderRef | null): OnchainDelivery {
  return {
    ...columnsOf(row, "id", "event", "resource_id", "state", "attempts", "last_error"),
    order,
    received_at: row.received_at.toISOString(),
    next_attempt_at: row.state === "received" ? row.next_attempt_at.toISOString() : null,
    processed_at: row.processed_at?.toISOString() ?? null,
  }
}

type RerunDeliveryInput = { delivery_id: string; actor_id: string }

/**
 * Runs a delivery again. The webhook stays a hint: the gateway is read again, so nothing is captured twice.
 *
 * A process that dies before the event leaves the delivery to the job.
 *
 * @throws MedusaError `not_found`; `conflict` while it waits for an attempt, or one is in progress
 */
export async function rerunDelivery(
  container: MedusaContainer,
  { delivery_id, actor_id }: RerunDeliveryInput
) {
  const result = await container.resolve("onchain").deliveries.rerun(delivery_id, actor_id)
  if (result.refusal !== null) throw refusalToError(delivery_id, result)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`onchain: ${actor_id} runs delivery ${delivery_id} (${result.event}) again`)
  await container.resolve(Modules.EVENT_BUS).emit({ name: WEBHOOK_RECEIVED, data: { id: delivery_id } })
  return { delivery_id }
}

function refusalToError(id: string, result: Exclude<RerunResult, { refusal: null }>): MedusaError {
  switch (result.refusal) {
    case "not_found":
      return noDelivery(id)
    case "in_progress":
      return conflict(`Delivery ${id} is being processed right now (attempt ${result.attempts}).`)
    case "waiting":
      return conflict(`Delivery ${id} already waits for its next attempt.`)
  }
}

const conflict = (message: string) => new MedusaError(MedusaError.Types.CONFLICT, message)
