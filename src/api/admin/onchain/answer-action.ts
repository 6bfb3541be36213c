import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** Medusa's own answer to a conflict would not name who was faster. */
export type Conflict = { type: string; message: string; code?: string | undefined }

export function actorOf({ auth_context }: Pick<AuthenticatedMedusaRequest, "auth_context">): {
  id: string
  type: string
} {
  return { id: auth_context.actor_id, type: auth_context.actor_type }
}

/** The handler of a read. `id` is that of the path. */
export function answerRead<Body, Query = unknown>(
  read: (req: AuthenticatedMedusaRequest<unknown, Query>, id: string) => Promise<Body>
) {
  return async (
    req: AuthenticatedMedusaRequest<unknown, Query>,
    res: MedusaResponse<Body>
  ): Promise<void> => {
    res.json(await read(req, req.params.id ?? ""))
  }
}

/**
 * Runs an action and answers with its subject: 200 when it is done, 202 while the provider has not answered,
 * 409 with who was faster.
 *
 * @param action its result is pending while the provider has not answered
 * @param view reads the subject after the action
 */
export async function answerAction<Result extends object, Body>(
  res: MedusaResponse<Body | Conflict>,
  action: () => Promise<Result>,
  view: (result: Result) => Promise<Body>
): Promise<void> {
  try {
    const result = await action()
    const isPending = "is_pending" in result && result.is_pending === true
    res.status(isPending ? 202 : 200).json(await view(result))
  } catch (error) {
    if (!isConflict(error)) throw error
    const { type, message, code } = error
    res.status(409).json({ type, message, ...(code === undefined ? {} : { code }) })
  }
}

/** Not `instanceof`: the workflow engine hands errors on as plain objects. */
export function isConflict(error: unknown): error is Conflict {
  if (typeof error !== "object" || error === null || !("type" in error) || !("message" in error)) return false
  if ("code" in error && error.code !== undefined && typeof error.code !== "string") return false
  return error.type === MedusaError.Types.CONFLICT && typeof error.message === "string"
}
