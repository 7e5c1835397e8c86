import YobanVirtualTime

/// One line of the timeline: the activity of one service of a device or app over time.
struct Lane: Equatable {
  /// The drawing of a lane on the page.
  enum Form: String {
    /// States that follow each other, as colored bands with their names.
    case bands
    /// Activities that begin and end, also at the same time, as bars; as a density if the bars
    /// would be too thin.
    case bars
    /// Events at a moment.
    case marks
    /// Samples per minute, with gaps.
    case curve
    /// A remaining time that decreases.
    case countdown
  }

  let device: String
  /// The app of the lane; nil for the device itself.
  let app: String?
  let label: String
  let form: Form
  var spans: [Span] = []
  var marks: [Mark] = []
  /// The expected number per minute; only for curves.
  var expectedPerMinute: Int?
  /// Only for curves.
  var gaps: [ReportInput.Gap] = []

  var isEmpty: Bool { spans.isEmpty && marks.isEmpty && gaps.isEmpty }
}

/// A period in a lane.
struct Span: Equatable {
  var start: VirtualInstant
  var end: VirtualInstant
  var style: LaneStyle
  /// The indices of the trace events at its beginning and end; nil if the trace has none.
  var firstEvent: Int?
  var lastEvent: Int?
  /// Curve: the number of samples. Countdown: the remaining nanoseconds at the start of the span;
  /// at its end, the length of the span has been used. Otherwise: the row, from 0; spans in the
  /// same row never overlap.
  var value: Int64 = 0
}

/// A moment of a lane.
struct Mark: Equatable {
  var event: Int
  var style: LaneStyle
}

/// The style of an item on a lane. The page's style sheet has a color for each style, with the same
/// name.
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
  case liveActivity = "live-activity"
  case liveActivityEnded = "live-activity-ended"
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
