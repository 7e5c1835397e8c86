import Foundation

/// Prints a count each second, as long as the system lets the app run.
class BackgroundWork {
  var isRunning = false
  private var count = 0

  func start() {
    guard !isRunning else { return }
    isRunning = true
    DispatchQueue.global().async {
      while self.isRunning {
        print("Background process...[\(self.count)]")
        self.count += 1
        sleep(1)
      }
    }
  }
}
