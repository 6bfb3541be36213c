import { useCallback, useEffect, useRef } from "react"
import { useSearchParams } from "react-router-dom"

/**
 * Which row is open beside its list, kept in the address of the page so that it can be linked to.
 *
 * The functions stay the same over renders, or the table would make its cells anew and lose the focus in them.
 *
 * @param name in the address, such as `deposit_id`
 */
export function useOpenItem(name: string) {
  const [params, setParams] = useSearchParams()
  const latest = useRef(setParams)
  useEffect(() => {
    latest.current = setParams
  }, [setParams])
  const open = useCallback((id: string) => latest.current((current) => withItem(current, name, id)), [name])
  const close = useCallback(
    () => latest.current((current) => withItem(current, name, null), { replace: true }),
    [name]
  )
  return { openId: params.get(name), open, close }
}

function withItem(current: URLSearchParams, name: string, id: string | null): URLSearchParams {
  const next = new URLSearchParams(current)
  if (id === null) next.delete(name)
  else next.set(name, id)
  return next
}
