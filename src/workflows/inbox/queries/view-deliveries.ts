import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  KEEP_DAYS,
  KEEP_DEAD_DAYS,
  type DeliveryPage,
  type DeliveryRow,
} from "../../../modules/onchain/inbox/delivery-list"
import { countToView } from "../../../modules/onchain/work/listed-rows"
import type { OnchainDelivery, OnchainDeliveryDetail, OnchainDeliveryListResponse } from "../../../types/http"
import { loadActorNames } from "../../person-names"

export async function listDeliveries(
  container: MedusaContainer,
  page: DeliveryPage
): Promise<OnchainDeliveryListResponse> {
  const { list } = container.resolve("onchain").deliveries
  const [rows, count] = await Promise.all([list.page(page), list.count(page.filter)])
  return {
    deliveries: rows.map(deliveryToView),
    ...countToView(count, page, rows.length),
    limit: page.limit,
    offset: page.offset,
  }
}

/** @throws MedusaError `not_found` */
export async function viewDelivery(container: MedusaContainer, id: string): Promise<OnchainDeliveryDetail> {
  const { deliveries } = container.resolve("onchain")
  const row = await deliveries.list.find(id)
  if (!row) throw noDelivery(id)
  const entries = await deliveries.history(row.id)
  const nameOf = await loadActorNames(
    container,
    entries.map(({ actor_id }) => actor_id)
  )
  const history = entries.map(({ created_at, action, actor_id }) => ({
    at: created_at.toISOString(),
    action,
    by: nameOf(actor_id),
  }))
  return { ...deliveryToView(row), body: row.raw_body, history }
}

export function noDelivery(id: string): MedusaError {
  const message = `There is no delivery ${id}. Finished deliveries are deleted after ${KEEP_DAYS} days, dead ones after ${KEEP_DEAD_DAYS}.`
  return new MedusaError(MedusaError.Types.NOT_FOUND, message)
}

function deliveryToView(row: DeliveryRow): OnchainDelivery {
  const { id, event, resource_id, state, attempts, last_error } = row
  return {
    id,
    event,
    resource_id,
    state,
    attempts,
    last_error,
    received_at: row.received_at.toISOString(),
    next_attempt_at: state === "received" ? row.next_attempt_at.toISOString() : null,
    processed_at: row.processed_at?.toISOString() ?? null,
  }
}
