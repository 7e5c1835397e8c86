import SwiftUI
import Yoban

/// The app's only screen: start and stop, what is recorded and sent, gaps and problems.
struct NightView: View {
  @Bindable var night: Night
  @Environment(\.scenePhase) private var phase

  var body: some View {
    NavigationStack {
      Form {
        if night.needsCode { study }
        recording
        if !night.streams.isEmpty { streams }
        if let uploads = night.uploads { upload(uploads) }
        if !night.gaps.entries.isEmpty { gaps }
        if night.roomProblem != nil || !night.problems.isEmpty { problems }
      }
      .navigationTitle("Night")
    }
    // The numbers change all the time; nobody reads them in the background.
    .task(id: phase) {
      if phase == .active { night.becameActive() }
      while phase == .active, !Task.isCancelled {
        night.refresh()
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  /// A code gives the app its collector, once.
  private var study: some View {
    Section("Study") {
      TextField("Code", text: $night.code)
      Button("Use this code") { night.enroll() }.disabled(night.isEnrolling)
    }
  }

  private var recording: some View {
    Section("Recording") {
      if let obstacle = night.obstacle { Text(obstacle) }
      if let range = night.range {
        Text("Recording")
        LabeledContent("Since", value: range.lowerBound.formatted(date: .omitted, time: .shortened))
        LabeledContent("Until", value: range.upperBound.formatted(date: .omitted, time: .shortened))
        Button("Stop", role: .destructive) { night.stop() }
      } else {
        Text("Not recording")
        Picker("Duration", selection: $night.hours) {
          ForEach(durations, id: \.self) { Text("\($0.formatted()) h").tag($0) }
        }
        Button("Start") { night.start() }
      }
    }
  }

  /// The durations that the user can choose, in hours.
  private var durations: [Double] { Set([1, 4, 8, 10, 12, night.hours]).sorted() }

  private var streams: some View {
    Section("Samples since the app was launched") {
      ForEach(night.streams, id: \.name) { stream in
        LabeledContent(stream.name, value: stream.counts.stored.formatted())
      }
    }
  }

  private func upload(_ uploads: UploadProgress) -> some View {
    Section("Upload") {
      LabeledContent("Sent", value: uploads.delivered.formatted())
      LabeledContent("Waiting", value: (uploads.waiting + uploads.inFlight).formatted())
      if uploads.quarantined > 0 {
        LabeledContent("Refused", value: uploads.quarantined.formatted())
        Button("Send again") { night.sendRefusedAgain() }
      }
      if let relay = night.relay {
        LabeledContent("Received from the watch", value: relay.received.formatted())
        LabeledContent("Waiting from the watch", value: relay.waiting.formatted())
      }
    }
  }

  private var gaps: some View {
    Section("Gaps") {
      ForEach(night.gaps.entries, id: \.self) { gap in
        LabeledContent(
          "\(gap.stream): \(words(ofCause: gap.cause))",
          value: (gap.start..<gap.end).formatted(date: .omitted, time: .shortened))
      }
    }
  }

  private var problems: some View {
    Section("Problems") {
      if let problem = night.roomProblem { Text(problem) }
      ForEach(night.problems, id: \.self) { Text($0) }
    }
  }
}
