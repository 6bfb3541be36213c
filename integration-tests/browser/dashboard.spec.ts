import { appearanceStories } from "./stories/appearance"
import { queueStories } from "./stories/queue"
import { statusStories } from "./stories/statuses"
import { browserSuite } from "./support/browser-suite"

// One file, because a store takes as long to build and start as all its stories to run.
browserSuite("the dashboard in Chromium", (story) => {
  describe("the queue of deposits", () => queueStories(story))
  describe("the statuses of a deposit", () => statusStories(story))
  describe("appearance", () => appearanceStories(story))
})
