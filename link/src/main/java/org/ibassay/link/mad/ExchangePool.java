package org.ibassay.link.mad;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.ibassay.link.LinkException;
import org.jspecify.annotations.Nullable;

/// The slots of a [MadPort]: free ones, and those that other threads are handing over to the I/O
/// thread.
final class ExchangePool {
  private final ExchangeSlot[] slots;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();

  // Guarded by the lock.
  private final ArrayDeque<ExchangeSlot> free;
  private @Nullable Exception stopped;

  /// Slots being handed over to the I/O thread, each at most once.
  private final ArrayDeque<ExchangeSlot> handed;

  /// Whether slots are being handed over; written under the lock, read without it.
  private volatile boolean anyHanded;

  ExchangePool(int capacity) {
    slots = new ExchangeSlot[capacity];
    free = new ArrayDeque<>(capacity);
    handed = new ArrayDeque<>(capacity);
    for (int i = 0; i < capacity; i++) {
      slots[i] = new ExchangeSlot(i);
      free.add(slots[i]);
    }
  }

  /// All slots, free or not.
  ExchangeSlot[] slots() {
    return slots;
  }

  /// Takes a free slot.
  ///
  /// @param foreign whether for a thread other than the I/O thread, which waits for a free slot
  /// @throws IllegalStateException on the I/O thread, if none is free
  ExchangeSlot take(boolean foreign) throws LinkException, InterruptedException {
    lock.lockInterruptibly();
    try {
      while (free.isEmpty()) {
        if (!foreign) {
          throw new IllegalStateException(slots.length + " exchanges are not released");
        }
        rethrow(stopped);
        freed.await();
      }
      ExchangeSlot slot = free.pop();
      slot.taken = true;
      slot.released = false;
      slot.foreign = foreign;
      return slot;
    } finally {
      lock.unlock();
    }
  }

  void giveBack(ExchangeSlot slot) {
    lock.lock();
    try {
      slot.taken = false;
      slot.retire();
      free.push(slot);
      freed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Hands a request over to the I/O thread.
  void handOver(ExchangeSlot slot) throws LinkException, InterruptedException {
    lock.lock();
    try {
      rethrow(stopped);
      enqueue(slot);
    } finally {
      lock.unlock();
    }
  }

  /// Hands over a request that is no longer needed: the I/O thread releases it.
  void handOverForRelease(ExchangeSlot slot) {
    lock.lock();
    try {
      slot.released = true;
      enqueue(slot);
    } finally {
      lock.unlock();
    }
  }

  private void enqueue(ExchangeSlot slot) {
    if (!slot.queued) {
      slot.queued = true;
      handed.add(slot);
      anyHanded = true;
    }
  }

  boolean anyHanded() {
    return anyHanded;
  }

  /// Returns the next slot handed over; only if there is one.
  ExchangeSlot nextHanded() {
    lock.lock();
    try {
      ExchangeSlot slot = handed.remove();
      anyHanded = !handed.isEmpty();
      slot.queued = false;
      slot.leaving = slot.released;
      return slot;
    } finally {
      lock.unlock();
    }
  }

  /// Allows requests to be handed over.
  void open() {
    setStopped(null);
  }

  /// From now on only the I/O thread may take slots or hand over requests.
  void stop(Exception cause) {
    setStopped(cause);
  }

  private void setStopped(@Nullable Exception cause) {
    lock.lock();
    try {
      stopped = cause;
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Throws the exception that stopped the I/O thread, if any, in a waiting thread.
  static void rethrow(@Nullable Exception cause) throws LinkException, InterruptedException {
    if (cause instanceof InterruptedException) {
      throw new InterruptedException("the port's I/O thread was interrupted");
    }
    if (cause != null) {
      throw new LinkException(String.valueOf(cause.getMessage()), cause);
    }
  }
}
