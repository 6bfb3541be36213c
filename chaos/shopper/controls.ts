import { callOnce } from "./patient-api"

/** The sandbox acts on a command at once, and answers when no webhook is in flight, which may be never. */
const listeningMs = 3_000

/** The sandbox's controls: what happens on the chains and at the service. */
export interface Controls {
  /** Sends a command, without waiting for the webhooks it causes. @throws RefusedError */
  tell(path: string, body: object): Promise<void>
  /** Reads records, such as `/payments`. */
  read(path: string): Promise<unknown>
}

/** @param origin of the sandbox */
export function createControls(origin: string): Controls {
  const controls = `${origin}/_sandbox`
  return {
    async tell(path, body) {
      try {
        await callOnce(controls, "POST", path, { body, timeoutMs: listeningMs })
      } catch (error) {
        if (!(error instanceof Error && error.name === "TimeoutError")) throw error
      }
    },
    read: (path) => callOnce(controls, "GET", path),
  }
}
