import { useMemo } from "react"
import { useSearchParams } from "react-router-dom"
import {
  type ListShape,
  type ListState,
  readListState,
  toListQuery,
  writeListState,
} from "../list/list-state"

/**
 * The state of a list, kept in the address of the page: a reload, a link and the back button find it again.
 *
 * @returns the state, the query it stands for, and a function that changes part of it
 */
export function useListState(shape: ListShape) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(shape, params), [shape, params])
  const change = (part: Partial<ListState>) =>
    setParams((current) => writeListState(shape, current, { ...readListState(shape, current), ...part }), {
      replace: true,
    })
  return { shape, state, query: toListQuery(state), change }
}

/** A list's state with the means to change it. */
export type List = ReturnType<typeof useListState>
