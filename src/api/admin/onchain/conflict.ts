import { MedusaError } from "@medusajs/framework/utils"

/** Body of a 409. Medusa answers a conflict with words of its own, which would not say who was faster. */
export type Conflict = { type: string; message: string; code?: string | undefined }

/** Not `instanceof`: the workflow engine hands errors on as plain objects. */
export function isConflict(error: unknown): error is Conflict {
  if (typeof error !== "object" || error === null || !("type" in error) || !("message" in error)) return false
  if ("code" in error && error.code !== undefined && typeof error.code !== "string") return false
  return error.type === MedusaError.Types.CONFLICT && typeof error.message === "string"
}
