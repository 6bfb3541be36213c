import { FetchError } from "@medusajs/js-sdk"
import {
  keepPreviousData,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query"
import { sdk } from "../lib/sdk"
import type { ListQuery } from "./list/list-state"

const REFRESH_MS = 15_000
/** For counts, and for what the server reads from the provider. */
export const SLOW_REFRESH_MS = 60_000
export const BUSY_REFRESH_MS = 3_000

/** Where answers are cached. A change to a row makes its whole area stale. */
export const AREAS = {
  deposits: ["onchain", "deposits"],
  payments: ["onchain", "payments"],
  deliveries: ["onchain", "deliveries"],
  out: ["onchain", "out"],
  transactions: ["onchain", "transactions"],
  reports: ["onchain", "reports"],
  /** What every action may change: the counts and the overview. */
  attention: ["onchain", "attention"],
} as const satisfies Record<string, QueryKey>

export function apiPath(...parts: string[]): string {
  return ["/admin/onchain", ...parts.map(encodeURIComponent)].join("/")
}

type Read<Answer, Shown> = {
  key: QueryKey
  path: string
  /** Of a list; the previous page stays until the next one is there. */
  query?: ListQuery
  select?: (answer: Answer) => Shown
  /** Milliseconds until it is read again while it is on the screen. */
  refreshMs?: false | number | ((answer: Answer | undefined) => number)
}

export function useRead<Answer, Shown = Answer>({
  key,
  path,
  query,
  select,
  refreshMs = REFRESH_MS,
}: Read<Answer, Shown>): UseQueryResult<Shown> {
  return useQuery<Answer, Error, Shown>({
    queryKey: query ? [...key, query] : key,
    queryFn: () => sdk.client.fetch<Answer>(path, { query }),
    select,
    ...(query ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: typeof refreshMs === "function" ? ({ state }) => refreshMs(state.data) : refreshMs,
  })
}

export const busyRefresh = (isBusy: boolean) => (isBusy ? BUSY_REFRESH_MS : REFRESH_MS)

type Action<Answer, Input> = {
  request: (input: Input) => { path: string; body?: object }
  replaces?: (answer: Answer) => QueryKey
  /** Areas that are read again, however the action ended. */
  stale: readonly QueryKey[]
}

/** The server holds the idempotency keys, so sending the same decision twice has one effect. */
export function useAction<Answer, Input = void>({ request, replaces, stale }: Action<Answer, Input>) {
  const client = useQueryClient()
  return useMutation<Answer, Error, Input>({
    mutationFn: (input) => {
      const { path, body = {} } = request(input)
      return sdk.client.fetch<Answer>(path, { method: "POST", body })
    },
    onSuccess: (answer) => replaces && client.setQueryData(replaces(answer), answer),
    onSettled: () =>
      Promise.all([...stale, AREAS.attention].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

export type ActionFailure = { kind: "conflict" | "refused" | "unknown"; message: string }

/** Only a refusal by the server proves that nothing was done. */
export function toFailure(error: Error): ActionFailure {
  const status = error instanceof FetchError ? (error.status ?? 0) : 0
  if (status === 409) return { kind: "conflict", message: error.message }
  if (status >= 400 && status < 500) return { kind: "refused", message: error.message }
  return { kind: "unknown", message: error.message }
}
