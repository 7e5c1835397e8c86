import Testing
import YobanVirtualTime

@testable import YobanSimulatedDevices
import YobanSimulatedOS
@testable import YobanSimulatedRadio

@Suite struct LinkQueueTests {
  // MARK: Requests

  @Test func `one request runs at a time, and the others wait in order (BT20)`() {
    var queue = AttributeQueue<Int>(timeout: .seconds(30))
    #expect(queue.add(1, at: at(0)) == 1)
    #expect(queue.add(2, at: at(1)) == nil)
    #expect(queue.add(3, at: at(2)) == nil)
    #expect(queue.current == 1)
    #expect(queue.answered(at: at(5)) == 2)
    #expect(queue.add(4, at: at(6)) == nil)
    #expect(queue.answered(at: at(7)) == 3)
    #expect(queue.answered(at: at(8)) == 4)
    #expect(queue.answered(at: at(9)) == nil)
    #expect(queue.current == nil)
    #expect(queue.deadline == nil)
    #expect(queue.add(5, at: at(10)) == 5)
  }

  @Test func `the timeout of a request counts from sending, not from queuing (BT20)`() {
    var queue = AttributeQueue<Int>(timeout: .seconds(30))
    _ = queue.add(1, at: at(0))
    _ = queue.add(2, at: at(1))
    #expect(!queue.hasTimedOut(at: at(29.999)))
    #expect(queue.hasTimedOut(at: at(30)))
    _ = queue.answered(at: at(20))
    #expect(queue.deadline == at(50))
    queue.restarted(at: at(25))
    #expect(queue.deadline == at(55))
  }

  @Test func `an empty queue never times out`() {
    let queue = AttributeQueue<Int>(timeout: .seconds(30))
    #expect(!queue.hasTimedOut(at: .distantFuture))
  }

  @Test func `waiting requests can be removed, the running one cannot`() {
    var queue = AttributeQueue<Int>(timeout: .seconds(30))
    for request in 1...6 { _ = queue.add(request, at: at(0)) }
    #expect(queue.answered(at: at(1)) == 2)
    queue.removeWaiting { $0.isMultiple(of: 2) }
    #expect(queue.current == 2)
    #expect(queue.answered(at: at(2)) == 3)
    #expect(queue.answered(at: at(3)) == 5)
    #expect(queue.answered(at: at(4)) == nil)
  }

  @Test(arguments: manySeeds.prefix(50))
  func `a long random sequence keeps the order`(_ seed: UInt64) {
    var random = RandomStream(seed: seed, name: "queue")
    var queue = AttributeQueue<Int>(timeout: .seconds(30))
    var (last, sent) = (0, [Int]())
    for step in 0..<500 {
      if random.chance(1, in: 2) {
        last += 1
        if let next = queue.add(last, at: at(Double(step))) { sent.append(next) }
      } else if queue.current != nil, let next = queue.answered(at: at(Double(step))) {
        sent.append(next)
      }
    }
    #expect(sent == Array(1...max(1, sent.count)))
  }

  // MARK: Packets

  @Test func `a full queue refuses packets, and reports once when there is room (BT22)`() {
    var queue = PacketQueue<Int>(capacity: 3, perEvent: 2)
    for packet in 1...3 { #expect(queue.add(packet) == true) }
    #expect(queue.endWaiting() == false)
    #expect(queue.add(4) == false)
    #expect(queue.isAwaited)
    #expect(queue.endWaiting() == false)  // The queue is still full.
    #expect(queue.take() == [1, 2])
    #expect(queue.endWaiting() == true)
    #expect(queue.endWaiting() == false)
    #expect(queue.add(5) == true)
    #expect(queue.take() == [3, 5])
    #expect(queue.take() == [])
    #expect(queue.isEmpty)
  }

  @Test func `only an app that found the queue full is notified when there is room (BT22)`() {
    var queue = PacketQueue<Int>(capacity: 1, perEvent: 1)
    #expect(queue.hasRoom() == true)
    #expect(!queue.isAwaited)
    _ = queue.add(1)
    #expect(queue.hasRoom() == false)
    #expect(queue.isAwaited)
    _ = queue.take()
    #expect(queue.endWaiting() == true)
  }

  @Test func `packets can be removed`() {
    var queue = PacketQueue<Int>(capacity: 5, perEvent: 5)
    for packet in 1...5 { _ = queue.add(packet) }
    queue.removeAll { $0 > 2 }
    #expect(queue.take() == [1, 2])
  }
}
