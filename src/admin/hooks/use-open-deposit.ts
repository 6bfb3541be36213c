import { useCallback, useEffect, useRef } from "react"
import { useSearchParams } from "react-router-dom"

const NAME = "deposit_id"

/**
 * Which deposit is open beside the list, kept in the address of the page so that it can be linked to.
 *
 * The functions stay the same over renders, or the table would make its cells anew and lose the focus in them.
 */
export function useOpenDeposit() {
  const [params, setParams] = useSearchParams()
  const latest = useRef(setParams)
  useEffect(() => {
    latest.current = setParams
  }, [setParams])
  const open = useCallback((id: string) => latest.current((current) => withDeposit(current, id)), [])
  const close = useCallback(
    () => latest.current((current) => withDeposit(current, null), { replace: true }),
    []
  )
  return { openId: params.get(NAME), open, close }
}

function withDeposit(current: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(current)
  if (id === null) next.delete(NAME)
  else next.set(NAME, id)
  return next
}
