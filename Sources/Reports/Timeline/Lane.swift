import VirtualTime

/// One line of the timeline: what one service of a device or app did over time.
struct Lane: Equatable {
  /// How the page draws a lane.
  enum Form: String {
    /// States that follow each other: bands of colour with their names.
    case bands
    /// Things that begin and end, also at once: bars, and a density where bars would be too thin.
    case bars
    /// Things that happen at a moment.
    case marks
    /// Samples per minute, with gaps.
    case curve
    /// Time that runs down.
    case countdown
  }

  let device: String
  /// The app that the lane belongs to; nil for the device itself.
  let app: String?
  let label: String
  let form: Form
  var spans: [Span] = []
  var marks: [Mark] = []
  /// Only for curves: what was expected, per minute.
  var expectedPerMinute: Int?
  /// Only for curves.
  var gaps: [ReportInput.Gap] = []

  var isEmpty: Bool { spans.isEmpty && marks.isEmpty && gaps.isEmpty }
}

/// A stretch of a lane.
struct Span: Equatable {
  var start: VirtualInstant
  var end: VirtualInstant
  var style: LaneStyle
  /// The events at its beginning and end, as places in the trace; nil where the trace has none.
  var firstEvent: Int?
  var lastEvent: Int?
  /// Curve: how many samples. Countdown: nanoseconds left at the start, of which the length of the
  /// span is used up at its end. Otherwise the row, from 0, in which no two spans overlap.
  var value: Int64 = 0
}

/// A moment of a lane.
struct Mark: Equatable {
  var event: Int
  var style: LaneStyle
}

/// How something on a lane looks. The page's style sheet has a colour for each, by this name.
enum LaneStyle: String, CaseIterable {
  case inactive, active, background, suspended, prewarmed
  case task
  case taskExpired = "task-expired"
  case taskCut = "task-cut"
  case locationOn = "location-on"
  case locationPaused = "location-paused"
  case locationEnded = "location-ended"
  case audioPlaying = "audio-playing"
  case audioRecording = "audio-recording"
  case audioInterrupted = "audio-interrupted"
  case indicator, inside, outside, watched, ranging
  case jobWaiting = "job-waiting"
  case job
  case jobExpired = "job-expired"
  case jobFailed = "job-failed"
  case transferWaiting = "transfer-waiting"
  case transfer
  case transferFailed = "transfer-failed"
  case scan, advertising
  case connectWaiting = "connect-waiting"
  case connection
  case connectionFailed = "connection-failed"
  case switchedOn = "switched-on"
  case switchedOff = "switched-off"
  case resetting
  case online, offline, charging, down, updating, known
  case screenOn = "screen-on"
  case screenOff = "screen-off"
  case lowPower = "low-power"
  case wristUp = "wrist-up"
  case wristDown = "wrist-down"
  case workoutPrepared = "workout-prepared"
  case workoutRunning = "workout-running"
  case workoutPaused = "workout-paused"
  case workoutStopped = "workout-stopped"
  case workoutFailed = "workout-failed"
  case extendedWaiting = "extended-waiting"
  case extended
  case extendedExpiring = "extended-expiring"
  case recorder
  case linkWaiting = "link-waiting"
  case link
  case linkCut = "link-cut"
  case linkFailed = "link-failed"
  case linkLost = "link-lost"
  case received, reachable, unreachable
  case cpuAwake = "cpu-awake"
  case cpuAsleep = "cpu-asleep"
  case dozeOff = "doze-off"
  case dozeInactive = "doze-inactive"
  case dozeLight = "doze-light"
  case dozeDeep = "doze-deep"
  case dozeMaintenance = "doze-maintenance"
  case bucketActive = "bucket-active"
  case bucketWorkingSet = "bucket-working-set"
  case bucketFrequent = "bucket-frequent"
  case bucketRare = "bucket-rare"
  case bucketRestricted = "bucket-restricted"
  case service
  case serviceForeground = "service-foreground"
  case serviceExpired = "service-expired"
  case serviceFailed = "service-failed"
  case wakeLock = "wake-lock"
  case samples, countdown
  case user, launch, end, kill, callback, output, finding, note
}
