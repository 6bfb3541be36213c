import { FetchError } from "@medusajs/js-sdk"
import { toast } from "@medusajs/ui"
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query"
import { getI18n } from "react-i18next"
import { post, sdk } from "../lib/sdk"
import { translated } from "../i18n/load-locale"
import type { ListQuery } from "./list/list-state"
import { useTexts } from "./texts"

const REFRESH_MS = 15_000
/** For counts, and for what the server reads from the provider. */
export const SLOW_REFRESH_MS = 60_000
export const BUSY_REFRESH_MS = 3_000

export function apiPath(...parts: string[]): string {
  return ["/admin/onchain", ...parts.map(encodeURIComponent)].join("/")
}

type Read<Answer, Shown> = {
  /** Of a list; the previous page stays until the next one is there. */
  query?: ListQuery
  select?: (answer: Answer) => Shown
  /** Milliseconds until it is read again while it is on the screen. */
  refreshMs?: false | number | ((answer: Answer | undefined) => number)
}

const ALL = "onchain"
/** What the server reads from the provider for an answer. */
const OF_PROVIDER: readonly unknown[] = ["balances", "billing", "health", "overview", "setup"].map((path) =>
  apiPath(path)
)
/** An answer belongs to the language of its sentences. */
const keyOf = (path: string, query?: ListQuery) => [ALL, path, getI18n().language, query]
const inOurLanguage = <Answer>(answer: Answer) => translated(answer, getI18n().language)
type Refusal = { message?: string }

const isOfProvider = ({ queryKey }: { queryKey: readonly unknown[] }) => OF_PROVIDER.includes(queryKey[1])

export function useRead<Answer, Shown = Answer>(
  path: string,
  { query, select, refreshMs = REFRESH_MS }: Read<Answer, Shown> = {}
): UseQueryResult<Shown> {
  return useQuery<Answer, Error, Shown>({
    queryKey: keyOf(path, query),
    queryFn: async () => inOurLanguage(await sdk.client.fetch<Answer>(path, { query })),
    select,
    ...(query ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: typeof refreshMs === "function" ? ({ state }) => refreshMs(state.data) : refreshMs,
  })
}

export const busyRefresh = (isBusy: boolean) => (isBusy ? BUSY_REFRESH_MS : REFRESH_MS)

/**
 * Posts a decision, then reads again all that the screen shows. The server holds the idempotency keys, so sending the same
 * decision twice has one effect.
 *
 * @param replaces path that would be answered the same
 */
export function useAction<Answer, Input = void>(
  request: (input: Input) => { path: string; body?: object },
  replaces?: (answer: Answer) => string
) {
  const client = useQueryClient()
  return useMutation<Answer, Error, Input>({
    mutationFn: async (input) => {
      const { path, body = {} } = request(input)
      const response = await post(path, body)
      if (response.ok) return inOurLanguage<Answer>(await response.json())
      const { message }: Refusal = await inOurLanguage(await response.json().catch(() => ({})))
      throw new FetchError(message ?? response.statusText, response.statusText, response.status)
    },
    onSuccess: (answer) => replaces && client.setQueryData(keyOf(replaces(answer)), answer),
    onSettled: () => {
      // The end of an action waits for our rows only: the provider may be slow.
      void client.invalidateQueries({ queryKey: [ALL], predicate: isOfProvider })
      return client.invalidateQueries({ queryKey: [ALL], predicate: (query) => !isOfProvider(query) })
    },
  })
}

/** Makes the server read a list of the provider now, for rows whose webhook has not come. */
export function useSync(list: "deposits" | "income" | "transactions") {
  const { t } = useTexts()
  const { mutate, isPending } = useAction(() => ({ path: apiPath(list, "sync") }))
  const onError = ({ message }: Error) => toast.error(t("list.refreshFailed", { message }))
  return { isBusy: isPending, run: () => mutate(undefined, { onError }) }
}

export type ActionFailure = { kind: "conflict" | "refused" | "unknown"; message: string }

/** Only a refusal by the server proves that nothing was done. */
export function toFailure(error: Error): ActionFailure {
  const status = error instanceof FetchError ? (error.status ?? 0) : 0
  if (status === 409) return { kind: "conflict", message: error.message }
  if (status >= 400 && status < 500) return { kind: "refused", message: error.message }
  return { kind: "unknown", message: error.message }
}
