import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import {
  type AuthenticatedMedusaRequest,
  type MedusaResponse,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import {
  findPayoutRefusal,
  keepPayoutActor,
  payoutError,
  type PayoutPermission,
  type RequestActor,
} from "../../../workflows/payout/payout-access"
import { payoutRefusalInWords } from "../../../workflows/payout/payout-words"
import type { Check, Handler } from "../../route-table"

export type AdminRequest = AuthenticatedMedusaRequest

/** What runs after the permissions and the payout check of a route: the validator, and the handler. */
export type AdminRoute = { checks: Check[]; handle: Handler }

export function actorOf({ auth_context }: Pick<AdminRequest, "auth_context">): RequestActor {
  return { id: auth_context.actor_id, type: auth_context.actor_type }
}

export function idOf({ params }: Pick<AdminRequest, "params">): string {
  return params.id ?? ""
}

export function read<Query extends z.ZodObject>(
  view: (req: AdminRequest, query: z.output<Query>) => Promise<object>,
  query?: Query
): AdminRoute {
  return answer(
    async (req, res) => {
      res.json(await view(req, req.validatedQuery as z.output<Query>))
    },
    query && validateAndTransformQuery(query, {})
  )
}

export function answer(handle: Handler, ...checks: (Check | undefined)[]): AdminRoute {
  return { checks: checks.filter((check) => check !== undefined), handle }
}

/** Runs an action and answers with its subject: 200 when it is done, 202 while the provider has not answered, 409 with who was faster. */
export function act<Result extends object | void, Body extends z.ZodType>(
  run: (req: AdminRequest, body: z.output<Body>) => Promise<Result>,
  view: (req: AdminRequest, result: Result) => Promise<object>,
  body?: Body
): AdminRoute {
  return answer(
    async (req, res) => {
      try {
        const result = await run(req, req.validatedBody as z.output<Body>)
        const isPending = typeof result === "object" && "is_pending" in result && result.is_pending === true
        res.status(isPending ? 202 : 200).json(await view(req, result))
      } catch (error) {
        answerRefusal(res, error)
      }
    },
    body && validateAndTransformBody(body)
  )
}

/** `request_id`: of a part of the row, or of the body; empty for none. */
type ActionOn<Key extends string> = Record<Key | "actor_id" | "actor_type" | "request_id", string> & {
  actor: RequestActor
}

/** As {@link act}, on the row of the path: the action gets the body, the id of the row under `key`, and who acts. */
export function actOn<Key extends string, Result extends object | void, Body extends z.ZodObject>(
  key: Key,
  run: (container: MedusaContainer, input: z.output<Body> & ActionOn<Key>) => Promise<Result>,
  view: (req: AdminRequest, result: Result) => Promise<object>,
  body?: Body
): AdminRoute {
  return act(
    (req, sent: z.output<Body>) => {
      const actor = actorOf(req)
      const request_id = req.params.request_id ?? ""
      const row = { [key]: idOf(req), actor, actor_id: actor.id, actor_type: actor.type }
      return run(req.scope, { request_id, ...sent, ...row } as z.output<Body> & ActionOn<Key>)
    },
    view,
    body
  )
}

const { CONFLICT, FORBIDDEN, INVALID_DATA, NOT_ALLOWED } = MedusaError.Types
const STATUSES: Readonly<Record<string, number>> = {
  [CONFLICT]: 409,
  [FORBIDDEN]: 403,
  [INVALID_DATA]: 400,
  [NOT_ALLOWED]: 400,
}

/** Not `instanceof`: the workflow engine hands errors on as plain objects. */
const refusalBody = z.object({
  type: z.string(),
  message: z.string(),
  code: z.string().optional(),
  details: z.array(z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) })).optional(),
})

/** Medusa's own answer would not name who was faster, and would leave the details out. @throws what is no refusal */
function answerRefusal(res: MedusaResponse, error: unknown): void {
  const { data } = refusalBody.safeParse(error)
  const status = data && STATUSES[data.type]
  if (!status || (status !== 409 && !data.details)) throw error
  res.status(status).json(data)
}

export function unstored({ checks, handle }: AdminRoute): AdminRoute {
  return {
    checks,
    handle: (req, res) => {
      res.set("cache-control", "no-store")
      return handle(req, res)
    },
  }
}

export function nameCsv(res: MedusaResponse, name: string): void {
  res.set("content-type", "text/csv; charset=utf-8")
  res.set("content-disposition", `attachment; filename="${name}"`)
  res.set("cache-control", "no-store")
}

/** Streams page by page, so that memory stays bounded. */
async function sendCsv(res: MedusaResponse, name: string, pages: AsyncIterable<string>): Promise<void> {
  nameCsv(res, name)
  // A failure half way breaks the download off, so that a part is never taken for the whole.
  await pipeline(Readable.from(pages), res).catch((error: unknown) => {
    if (!res.headersSent) throw error
    res.destroy()
  })
}

export function exportCsv<Query extends z.ZodObject>(
  file: (
    req: AdminRequest,
    query: z.output<Query>
  ) => Promise<{ name: string; pages: AsyncIterable<string> }>,
  query: Query
): AdminRoute {
  return answer(
    async (req, res) => {
      const { name, pages } = await file(req, req.validatedQuery as z.output<Query>)
      await sendCsv(res, name, pages)
    },
    validateAndTransformQuery(query, {})
  )
}

/** Refuses who may not move money out. Runs before any of the request is read. */
export function payoutCheck(permission: PayoutPermission): Check {
  return async (req, res, next) => {
    const { refusal, actor } = await findPayoutRefusal(req.scope, actorOf(req), permission)
    if (refusal) return answerRefusal(res, payoutError(refusal.code, payoutRefusalInWords(refusal)))
    keepPayoutActor(req.scope, actor)
    next()
  }
}
