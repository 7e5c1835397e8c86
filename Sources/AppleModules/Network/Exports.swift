@_exported import YobanFoundation
