import { Text } from "@medusajs/ui"

/** How much of something is used, as a bar with its figure in words: the colour says nothing alone. */
export function ShareBar({ percent, words }: { percent: number; words: string }) {
  return (
    <div className="flex flex-col gap-y-1">
      <div
        className="bg-ui-bg-component h-2 overflow-hidden rounded-full border"
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-label={words}
      >
        <div className="bg-ui-bg-interactive h-full" style={{ width: `${percent}%` }} />
      </div>
      <Text size="small" className="text-ui-fg-subtle">
        {words}
      </Text>
    </div>
  )
}
