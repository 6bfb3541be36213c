import { useMemo } from "react"
import { useSearchParams } from "react-router-dom"
import { type ListState, readListState, toDepositQuery, writeListState } from "../deposits/list-state"

/**
 * The state of the list, kept in the address of the page: a reload, a link and the back button find it again.
 *
 * @returns the state, the query it stands for, and a function that changes part of it
 */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params), [params])
  const change = (part: Partial<ListState>) =>
    setParams((current) => writeListState(current, { ...readListState(current), ...part }), { replace: true })
  return { state, query: toDepositQuery(state), change }
}
