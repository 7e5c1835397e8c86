import Foundation
import SwiftUI
import Testing
import UIKit
import YobanTesting

/// A page with what only draws, around controls.
private struct DrawnApp: App {
  var body: some Scene {
    WindowGroup { DrawnPage() }
  }
}

private struct Wave: Shape {
  func path(in rect: CGRect) -> Path { Path { $0.addLine(to: .zero) } }
}

private struct DrawnPage: View {
  @State private var taps = 0

  var body: some View {
    GeometryReader { proxy in
      VStack {
        Circle().fill(Color.red).frame(width: proxy.size.width / 2)
        Wave().stroke(Color.blue, lineWidth: 2)
        Text("Card").tracking(2).scaleEffect(1.1).clipShape(RoundedRectangle(cornerRadius: 8))
          .background { Text("behind") }
          .overlay(Text("above"))
          .onTapGesture { taps += 1 }
        LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
        Text("\(taps) taps").transition(.opacity)
        Button(action: { taps += 100 }) { Text("Start").onTapGesture { taps += 10 } }
      }
      .ignoresSafeArea()
    }
  }
}

@Suite(.world()) struct DrawingTests {
  @Test func `what only draws shows its texts and controls, and a tap performs the gesture`()
    async throws
  {
    let phone = try World.current.addPhone(iOS: 17)
    let app = try phone.install(.swiftUI(DrawnApp.self))
    await phone.open(app)
    #expect(try await app.texts == ["behind", "Card", "above", "0 taps", "Start"])
    try await phone.tap("Card")
    try await phone.tap("above")
    #expect(try await app.texts.contains("2 taps"))
    try await phone.tap("Start")
    #expect(try await app.texts.contains("12 taps"), "the gesture in a label comes first")
  }
}
