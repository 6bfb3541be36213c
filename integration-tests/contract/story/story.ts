import type { SandboxOptions } from "../../../src/sandbox"
import { assumptionSets, type AssumptionSet } from "../assumption-sets/assumption-sets"
import { unprovenClaims } from "./proof"
import { proposedSettings } from "../doctor/proposed-settings"
import { openScene, type Scene } from "./scene"

/** A story as the coverage table needs it. */
export type Claim = { title: string; items: readonly string[] }

/** With `STORIES_BY_DOCTOR=1` every story runs by the settings that the doctor proposes, instead of the service's own. */
const IS_BY_DOCTOR = process.env.STORIES_BY_DOCTOR === "1"

/** Far more than a story takes: the machine may be busy. */
const TIMEOUT_MS = 120_000

let collected: Claim[] | undefined
/** The service whose stories run by the settings that the doctor proposes. */
let examined: AssumptionSet | undefined

/**
 * Loads files of stories without running them.
 *
 * @param load requires the files; called at once
 */
export function collectClaims(load: () => void): Claim[] {
  const claims: Claim[] = []
  collected = claims
  try {
    load()
  } finally {
    collected = undefined
  }
  return claims
}

/**
 * Adds the stories of files as tests of one service, with a client that has the settings that the doctor
 * proposes for it.
 *
 * @param load requires the files; called at once
 */
export function runByDoctor(set: AssumptionSet, load: () => void): void {
  examined = set
  try {
    describe(`the doctor's settings for ${set.name}`, load)
  } finally {
    examined = undefined
  }
}

/**
 * A test over real HTTP that runs under every set of assumptions, each time with its own service.
 *
 * It fails when it claims an item that is visible on the wire and was not seen there.
 *
 * @param items items of the service document it exercises; those about the plugin are named in `coverage/plugin-stories`
 * @param options of the sandbox; those that depend on the assumptions are given as a function
 * @param sets of assumptions. @default those that differ in everything
 */
export function story(
  title: string,
  items: readonly string[],
  run: (scene: Scene) => Promise<void>,
  options: SandboxOptions | ((set: AssumptionSet) => SandboxOptions) = {},
  sets: readonly AssumptionSet[] = assumptionSets
): void {
  if (collected) {
    collected.push({ title, items })
    return
  }
  const isByDoctor = examined !== undefined || IS_BY_DOCTOR
  const chosen = examined === undefined ? sets : sets.filter((set) => set === examined)
  if (chosen.length === 0) return
  describe(title, () => {
    it.each(chosen)(
      "$name",
      async (set) => {
        const ours = isByDoctor ? await proposedSettings(set) : set.assumptions
        const scene = await openScene(set, typeof options === "function" ? options(set) : options, ours)
        try {
          await run(scene)
          await scene.sandbox.flush()
          expect({
            claimedAndNotSeen: unprovenClaims(items, scene.seen),
            writtenOtherwiseThanAssumed: [...scene.seen.misspelt],
          }).toEqual({ claimedAndNotSeen: [], writtenOtherwiseThanAssumed: [] })
        } finally {
          await scene.close()
        }
      },
      TIMEOUT_MS
    )
  })
}
