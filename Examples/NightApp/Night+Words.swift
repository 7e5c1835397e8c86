import Yoban

extension PhoneRecordingEvent {
  /// The problem that the event reports, in words for the user; nil if it reports none.
  var problem: String? {
    switch self {
    case .recording(let event): event.problem
    case .upload(let event), .relay(.upload(let event)): event.problem
    case .keepAlive(let problem): problem.words
    case .relay(.refused(_, let problem)):
      "A recording of the watch was not accepted: \(problem.title)."
    case .relay(.conflict):
      "Two different recordings of the watch have the same number. The second one is kept apart."
    case .relay(.storageFailed(_, let error)): error.description
    case .relay: nil
    }
  }
}

extension RecorderEvent {
  var problem: String? {
    switch self {
    case .storageFailed(_, let error): error.description
    case .sourceFailed(let stream, let failure): "\(stream): \(failure.message)"
    case .clockChanged: "The clock was changed. The times of the recording are not affected."
    case .started, .resumed, .stopped, .chunkClosed, .gap, .storageWorks: nil
    }
  }
}

extension UploadEvent {
  var problem: String? {
    switch self {
    case .delivered: nil
    case .failed(_, let failure): failure.words
    case .quarantined(_, let problem):
      "The collector refused a recording: \(problem.title). \(problem.detail)"
    case .storageFailed(_, let error): error.description
    }
  }
}

extension UploadFailure {
  fileprivate var words: String {
    switch self {
    case .noAnswer: "The collector cannot be reached. The app tries again by itself."
    case .status(let status):
      "The collector answers with status \(status). The app tries again by itself."
    case .noReceipt, .receiptMismatch:
      "The answer is not one of a collector. Check CollectorURL. Nothing was deleted."
    case .receiptNotStored(let error): error.description
    }
  }
}

extension KeepAlive.Problem {
  fileprivate var words: String {
    switch self {
    case .locationNotAuthorized:
      "Location is not allowed, so that the recording ends in the background. Allow it in Settings."
    case .locationPaused: "The system paused location, so that the recording may be interrupted."
    case .locationFailed(let code): "Location failed with error \(code)."
    case .taskRefused, .taskExpired:
      "The system gives the app no more time in the background. Location keeps it running."
    }
  }
}

/// Returns the cause of a gap in words.
func words(ofCause cause: String) -> String {
  switch cause {
  case "suspended": "the app was suspended"
  case "killed": "the system ended the app"
  case "terminated": "the app was closed"
  case "rebooted": "the device was restarted"
  case "sensor-off": "the sensor delivered nothing"
  case "disk-full": "the storage was full"
  case "not-authorized": "the sensor is not allowed"
  case "corrupted": "the stored data was damaged"
  case "clock-changed": "the clock was changed"
  default: "the cause is unknown"
  }
}
