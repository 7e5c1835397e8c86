import Testing

@testable import YobanPorting
