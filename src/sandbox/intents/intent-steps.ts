import { conflict, notFound } from "../sandbox-error"
import type { World } from "../world"
import { intentLifecycle, type IntentTrigger } from "./lifecycle"
import type { StoredIntent } from "./stored-intent"

/**
 * Takes one step of the lifecycle. No event announces it: the document names none for intents.
 *
 * @throws SandboxError when the lifecycle has no such step
 */
export function takeIntentStep(intent: StoredIntent, trigger: IntentTrigger): void {
  const next = intentLifecycle[intent.status][trigger]
  if (!next) throw conflict(`intent ${intent.id} is ${intent.status}: "${trigger}" is not possible`)
  intent.status = next
}

/** @throws SandboxError */
export function requireIntent(world: Pick<World, "intents">, id: string): StoredIntent {
  const intent = world.intents.find(id)
  if (!intent) throw notFound(`intent ${id}`)
  return intent
}
