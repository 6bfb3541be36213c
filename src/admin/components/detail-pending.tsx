import { FetchError } from "@medusajs/js-sdk"
import { Skeleton } from "@medusajs/ui"
import { DrawerHeading } from "./drawer-heading"
import { LoadFailure } from "./load-failure"

const SKELETONS = ["h-16", "h-32", "h-28", "h-48"]

type DetailPendingProps = {
  error: Error | null
  onRetry: () => void
  words: { title: string; loading: string; loadFailed: string; notFound: string }
}

/** What a drawer shows while it has nothing else: that it is loading, or why it could not. */
export function DetailPending({ error, onRetry, words }: DetailPendingProps) {
  const isGone = error instanceof FetchError && error.status === 404
  return (
    <>
      <DrawerHeading title={words.title} />
      {error ? (
        <LoadFailure text={isGone ? words.notFound : words.loadFailed} onRetry={onRetry} />
      ) : (
        <div className="flex flex-col gap-y-4 px-6 py-4" role="status" aria-label={words.loading}>
          {SKELETONS.map((height) => (
            <Skeleton key={height} className={`${height} w-full`} />
          ))}
        </div>
      )}
    </>
  )
}
