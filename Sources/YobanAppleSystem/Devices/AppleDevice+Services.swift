import YobanSimulatedDevices

// The names that services have for the events of apps and of their device.

}
