import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDestinationResponse } from "../../../../types/http"
import { viewDestinationWorkflow } from "../../../../workflows/destination/workflows/view-destination"
import { type Conflict, isConflict } from "../conflict"

/** A destination, or with 409 who was faster. */
export type DestinationAnswer = OnchainDestinationResponse | (Conflict & { code: string })

/** Who asks, as Medusa has authenticated them. */
export function actorOf({ auth_context }: AuthenticatedMedusaRequest): { id: string; type: string } {
  return { id: auth_context.actor_id, type: auth_context.actor_type }
}

/** Changes a destination and answers with it as it is then, or with 409 and who was faster. */
export async function answerDestination(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<DestinationAnswer>,
  run: () => Promise<{ result: { destination_id: string } }>
): Promise<void> {
  try {
    const { result } = await run()
    const { result: destination } = await viewDestinationWorkflow(req.scope).run({
      input: { destination_id: result.destination_id, actor: actorOf(req) },
    })
    res.json({ destination })
  } catch (error) {
    if (!isConflict(error)) throw error
    res.status(409).json({ type: error.type, code: "already_done", message: error.message })
  }
}
