import type { AuthenticatedMedusaRequest, MedusaNextFunction, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, FeatureFlag, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { ADMIN_PERMISSIONS } from "../../../domain/admin-permission"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import type { OnchainListedPayment } from "../../../types/http"
import { listPayments } from "../../../workflows/payment/queries/list-payments"
import { hasAdminPermission, rolesOf } from "../onchain/access"

const ENTITY = "onchain_payment"
/** Longer texts name no payment. */
const LONGEST = 200

type Group = { entity: string; data: OnchainListedPayment[]; count: number; offset: number; limit: number }

const names = z
  .union([z.string(), z.array(z.string())])
  .transform((given) =>
    (Array.isArray(given) ? given : given.split(",")).map((name) => name.trim()).filter(Boolean)
  )

const asked = z.object({
  q: z.string().optional(),
  limit: z.coerce.number().int().positive().max(100).default(20),
  offset: z.coerce.number().int().nonnegative().max(10_000).default(0),
})

/** Adds crypto payments to the dashboard's search: Medusa's route knows no entity of a plugin. A failure leaves our group empty. */
export async function addPayments(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const wanted = names.safeParse(req.query.entity)
  if (!wanted.success || !wanted.data.includes(ENTITY)) return next()
  const others = wanted.data.filter((name) => name !== ENTITY)
  const group = await findGroup(req)
  if (others.length === 0) {
    res.json({ results: [group] })
    return
  }
  leaveTo(req, others)
  const at = others.indexOf(
    wanted.data.slice(wanted.data.indexOf(ENTITY)).find((name) => name !== ENTITY) ?? ""
  )
  const answer = res.json.bind(res)
  res.json = (body: unknown) => answer(withGroup(body, group, at))
  next()
}

/** Whether it ran before or after Medusa's validator. */
function leaveTo(req: AuthenticatedMedusaRequest, others: string[]): void {
  req.query.entity = others
  const validated: unknown = req.validatedQuery
  if (typeof validated === "object" && validated !== null && "entity" in validated) validated.entity = others
}

async function findGroup(req: AuthenticatedMedusaRequest): Promise<Group> {
  const params = asked.safeParse(req.query)
  if (!params.success)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, "limit, offset: expected whole numbers")
  const { q, limit, offset } = params.data
  const empty: Group = { entity: ENTITY, data: [], count: 0, offset, limit }
  try {
    if (!(await mayRead(req)) || (q !== undefined && !isSearchable(q))) return empty
    const page = {
      filter: { statuses: [] },
      direction: "desc" as const,
      limit,
      offset,
      q: q?.trim() || undefined,
    }
    const { payments, count } = await listPayments(req.scope, page)
    return { ...empty, data: payments, count }
  } catch (error) {
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
    logger.error(`onchain: the dashboard's search found no payments: ${reasonOf(error)}`)
    return empty
  }
}

function isSearchable(q: string): boolean {
  return q.length <= LONGEST && !q.includes("\0")
}

/** As the routes of payments decide where the store uses roles. */
async function mayRead(req: AuthenticatedMedusaRequest): Promise<boolean> {
  if (!FeatureFlag.isFeatureEnabled("rbac")) return true
  return rolesOf(req).length > 0 && hasAdminPermission(req, ADMIN_PERMISSIONS.readPayments)
}

/** Only an answer with results gets ours: an error stays an error. @param at where ours belongs; -1 for the end */
function withGroup(body: unknown, group: Group, at: number): unknown {
  if (typeof body !== "object" || body === null || !("results" in body)) return body
  const { results } = body
  if (!Array.isArray(results)) return body
  const index = at === -1 ? results.length : at
  return { ...body, results: [...results.slice(0, index), group, ...results.slice(index)] }
}
