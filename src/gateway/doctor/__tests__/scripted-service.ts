import { probeService, type ProbeOptions, type ProbeReport } from "../index"

/** Answers by path, without the query. Any other path but the list of withdrawals is not there. */
export type Answers = Readonly<Record<string, unknown>>

const BASE = "https://service.test/api/v1"

/** Probes a service that answers as told; its clock moves with every sleep. */
export async function probeScripted(
  answer: (path: string, url: URL) => Response,
  options: Partial<ProbeOptions> = {}
): Promise<ProbeReport> {
  let nowMs = 1_700_000_000_000
  return probeService({
    ...{ baseUrl: BASE, businessId: "biz_1", apiKey: "key_of_the_shop", environment: "live", runId: "r1" },
    clock: () => nowMs,
    sleep: (ms) => Promise.resolve(void (nowMs += ms)),
    fetch: (input) => {
      const url = new URL(String(input))
      return Promise.resolve(answer(url.pathname.replace("/api/v1", ""), url))
    },
    ...options,
  })
}

export function jsonOf(answers: Answers) {
  const all: Answers = { "/businesses/biz_1/withdrawals": [], ...answers }
  return (path: string): Response =>
    Object.hasOwn(all, path)
      ? new Response(JSON.stringify(all[path]), { status: 200 })
      : new Response(JSON.stringify({ error: { code: "NOT_FOUND", message: "no" } }), { status: 404 })
}
