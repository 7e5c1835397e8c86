// refused: may have additional unknown values
// The levels of a log entry can grow.
import OSLog

func words(_ level: OSLogEntryLog.Level) -> String {
  switch level {
  case .undefined: "undefined"
  case .debug: "debug"
  case .info: "info"
  case .notice: "notice"
  case .error: "error"
  case .fault: "fault"
  }
}
